"""What the table of Trente shows: six places for dice set aside, the threshold, and a declared word.

    aside-1 ... aside-6    "empty", or the face of the die: "1" to "6"
    threshold              "none", "12" or "30"; only where the first die decides it
    said                   "nothing"; a move makes it "attack-3" (player 3), "revenge" or "no-revenge"

The dice of a throw, in ascending order, belong to the places that are free.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...core import CHANCE, Kind, Placed, Space
from ...declared import declared_spaces
from ...errors import BadPlace
from .choice import awaits
from .moves import Keep, Move, to_text
from .rules import TrenteRules
from .state import DICE, HIGH, LOW, NONE_ASIDE, Slots, TrenteState
from .turns import begun, counted

EMPTY, NONE, NOTHING = "empty", "none", "nothing"
FACES: Mapping[Kind, int] = {EMPTY: 0, **{str(face): face for face in range(1, 7)}}
THRESHOLDS: Mapping[Kind, int] = {NONE: 0, str(LOW): LOW, str(HIGH): HIGH}
ASIDE: tuple[Space, ...] = tuple(f"aside-{place}" for place in range(1, DICE + 1))


def appearance(rules: TrenteRules, state: TrenteState) -> dict[Space, Kind]:
    """Every space and what it should show."""
    shown = _dice(shown_aside(state))
    if not rules.always_high:
        shown["threshold"] = str(state.threshold or NONE)
    return {**shown, "said": NOTHING}


def shown_aside(state: TrenteState) -> Slots:
    """What should lie aside: nothing while all six dice are due."""
    return NONE_ASIDE if _waiting(state) else state.aside


def leftover(state: TrenteState) -> dict[Space, Kind]:
    """Dice that may still lie aside from before."""
    if not _waiting(state):
        return {}
    return {space: kind for space, kind in _dice(state.aside).items() if kind != EMPTY}


def tidied(state: TrenteState) -> TrenteState:
    """The state once all six dice were taken up for their throw."""
    return replace(state, aside=NONE_ASIDE) if _waiting(state) else state


def effect(rules: TrenteRules, state: TrenteState, move: Move) -> dict[Space, Kind]:
    """The spaces that a move changes; of dice that were not thrown, those that the table would show."""
    if not isinstance(move, Keep):
        return {"said": to_text(move)}
    aside = shown_aside(state)
    free = [place for place, die in enumerate(aside) if not die]
    spaces: dict[Space, Kind] = {}
    rest = list(move.dice)
    for place, die in zip(free, sorted(state.dice), strict=False):
        if die in rest:
            rest.remove(die)
            spaces[ASIDE[place]] = str(die)
    spare = [ASIDE[place] for place in free if ASIDE[place] not in spaces]
    spaces.update(zip(spare, map(str, rest), strict=False))
    for die in rest[len(spare) :]:
        # More dice than places: two stand on the last one.
        spaces[ASIDE[-1]] = f"{spaces.get(ASIDE[-1], aside[-1])}+{die}"
    if not state.threshold and not rules.always_high:
        spaces["threshold"] = str(rules.threshold_after(state, move))
    return spaces


def after_placed(rules: TrenteRules, state: TrenteState, placed: Placed) -> TrenteState:
    """A person declared the dice aside or the threshold; a throw that awaits a choice ends.

    Raises:
        BadPlace: a space or kind that is not there, or what no table can show.
    """
    known = appearance(rules, state)
    says = declared_spaces(placed, known)
    now = {**known, **says}
    aside = tuple(_read(FACES, now[space], space) for space in ASIDE)
    threshold = state.threshold if rules.always_high else _read(THRESHOLDS, now["threshold"], "threshold")
    if now["said"] != NOTHING:
        raise BadPlace(f"said: expected {NOTHING}, for a move is played, not placed; got {now['said']}")
    state = replace(state, news=())
    touched = bool(says.keys() & set(ASIDE))
    if not touched and threshold == state.threshold:
        return state
    if state.asked is not None or (state.target is not None and threshold != state.threshold):
        return _as_it_stands(known, now, state)
    if state.target is not None:
        return _attack_placed(rules, state, aside)
    if "threshold" not in says:
        threshold = _decided(rules, state.threshold, aside)
    _check_threshold(rules, threshold, aside)
    return _turn_placed(rules, replace(state, threshold=threshold), aside, spent=touched)


def _turn_placed(rules: TrenteRules, state: TrenteState, aside: Slots, *, spent: bool) -> TrenteState:
    """Dice of a turn; six of them are counted anew."""
    if not any(aside):
        return begun(replace(state, aside=NONE_ASIDE))
    state = replace(state, aside=aside, fresh=False, level=0, dice=() if spent else state.dice)
    return state if 0 in aside else counted(rules, state)


def _attack_placed(rules: TrenteRules, state: TrenteState, aside: Slots) -> TrenteState:
    """Hits of an attack; six of them are a full hand."""
    if not set(aside) <= {0, state.level}:
        raise BadPlace(f"expected dice of the attack's level, {state.level}, or {EMPTY}; got {aside}")
    before = DICE - shown_aside(state).count(0)
    hits = DICE - aside.count(0)
    full = hits == DICE
    return replace(
        state,
        aside=aside,
        fresh=full or not hits,
        hits=state.hits + hits - before,
        full_hands=state.full_hands + full,
    )


def _decided(rules: TrenteRules, threshold: int, aside: Slots) -> int:
    """The threshold of declared dice without one: the old one if it can stay, else as all dice decide."""
    sides = {LOW if die <= 3 else HIGH for die in aside if die}
    if rules.always_high:
        return HIGH if sides else 0
    if threshold in sides:
        return threshold
    return sides.pop() if len(sides) == 1 else 0


def _check_threshold(rules: TrenteRules, threshold: int, aside: Slots) -> None:
    """Raises BadPlace where no die that lies aside can have decided the threshold."""
    sides = {HIGH if rules.always_high or die > 3 else LOW for die in aside if die} or {0}
    if threshold not in sides:
        wanted = " or ".join(str(side or NONE) for side in sorted(sides))
        raise BadPlace(f"threshold: expected {wanted} with what lies aside, {aside}; got {threshold or NONE}")


def _as_it_stands(known: Mapping[Space, Kind], now: Mapping[Space, Kind], state: TrenteState) -> TrenteState:
    """A word that changes nothing."""
    changed = [space for space, kind in now.items() if kind != known[space]]
    if changed:
        raise BadPlace(f"expected what lies there now, for that turn is over; got {', '.join(changed)}")
    return state


def _read(kinds: Mapping[Kind, int], kind: Kind, space: Space) -> int:
    if kind not in kinds:
        raise BadPlace(f"{space}: expected one of {', '.join(kinds)}; got {kind}")
    return kinds[kind]


def _waiting(state: TrenteState) -> bool:
    """True when all six dice are thrown next."""
    due = awaits(state)
    return due is not None and due.actor == CHANCE and state.fresh


def _dice(aside: Slots) -> dict[Space, Kind]:
    return {space: str(die or EMPTY) for space, die in zip(ASIDE, aside, strict=True)}
