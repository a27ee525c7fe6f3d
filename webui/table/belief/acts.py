"""What may have happened between two looks: each history branches where dice moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import combinations_with_replacement, permutations
from math import exp, log
from typing import TypeAlias

from referee.core import CHANCE, Move, Placed, Roll
from referee.errors import BadPlace, IllegalMove
from referee.match import Match
from referee.witness import Change

from .evidence import REAL, SettledDice, belong, possible_throws, readings, shows, stays, still_shows, void
from .priors import ACTS, BOARD, NOISE, PATIENCE
from .value import (
    FAIR,
    LEAST,
    MOST,
    ODD,
    Belief,
    BoardEvidence,
    DiceAtRest,
    History,
    belief_of,
    log_weight,
    possible_looks,
    weigh_board,
)

TRIED = 4
"""The number of likeliest histories in which unseen events are searched for."""

WAYS = 4
"""The number of possible moves that are followed in each history."""


@dataclass(frozen=True)
class Circumstances:
    """What is known at a look besides the histories.

    Attributes:
        settled: the dice at rest.
        since: seconds since dice last moved.
        asked: Piste has asked what the last throw was, or reported it with a question mark.
        keeps: after a throw that does not count, only the die that leaned is thrown again.
        look: the board evidence.
        heaviest: logarithm of the heaviest history's weight.
        meant: for a match, the moves that a finger has made since then, or that dice set aside show, each with its
            probability; () if there is none.
        between: the reported match, if its game is over and the next one has not begun; else None.
    """

    settled: SettledDice
    since: float
    asked: bool
    keeps: bool
    look: BoardEvidence
    heaviest: float = 0.0
    meant: Callable[[Match], tuple[tuple[Move, float], ...]] = lambda match: ()
    between: Match | None = None

    def sees(self, h: History) -> bool:
        """Whether anything of the board is seen, for a history."""
        return bool(self.look(h.match)[1].spaces)


Branch: TypeAlias = tuple[float, Callable[[], History]]
"""Approximate logarithm of a weight, and what makes the history."""


def branch(belief: Belief, now: Circumstances) -> Belief:
    """The belief after dice have moved."""
    frozen = [h.settle() for h in belief.histories]
    if not now.sees(belief.best):  # a finger's move stands with the throw that the page showed
        frozen = [h for h in frozen if _is_meant(h, now)] or frozen
    now = replace(now, heaviest=max(h.weight for h in frozen))
    branches = [branch for h in frozen for branch in _branches_of(h, now)]
    heaviest = nlargest(2 * MOST, branches, key=lambda branch: branch[0])
    made = _made(branch for branch in heaviest if branch[0] >= heaviest[0][0] - LEAST)
    return belief_of(made).after_look(now.look)


def reread(belief: Belief, settled: SettledDice) -> Belief:
    """The belief after another reading of unmoved dice."""
    return belief.each(lambda h: h.but(dice=_read(h.at_rest, settled)))


def _read(at_rest: DiceAtRest, settled: SettledDice) -> float:
    """Logarithm of how probable the meaning of the dice makes their reading."""
    values = tuple(value for value in at_rest.dice if value is not None)
    if at_rest.kind == "same":
        return still_shows(settled, values) if values else 0.0
    if at_rest.kind == "none":
        return 0.0
    dice = [settled.dice[k] for k in at_rest.which if k < len(settled.dice)]
    if at_rest.kind == "thrown":
        thrown = values[at_rest.carried_over : at_rest.carried_over + len(at_rest.which)]
        return belong(settled, at_rest.which) + shows(dice, thrown)
    return belong(settled, at_rest.which) + (void(dice) if at_rest.kind == "void" else 0.0)


def _made(branches: Iterable[Branch]) -> Iterator[History]:
    for _, make in branches:
        try:
            yield make()
        except (IllegalMove, BadPlace):
            continue  # dice, or tiles, that were not due: nothing of the kind happened


def _branches_of(h: History, now: Circumstances) -> Iterator[Branch]:
    settled, due = now.settled, h.due
    if due is None or (now.between is not None and h.match.same(now.between)):
        yield _lying(h, DiceAtRest(), log(ACTS.between) if settled.stirred else 0.0, settled)
        return
    yield _stayed(h, settled)
    if not settled.stirred:
        return
    if due.actor == CHANCE:
        if now.settled.stirred == (_spare(h, now.settled),):
            yield _lying(h, DiceAtRest("same", h.at_rest.dice), log(ACTS.laid_by), settled)
        fits = weigh_board(h.match, now.look, h.accepted_oddities)[0]
        yield from _thrown(h, now, log(ACTS.throw) + _stays_odd(h, now))
        if fits < ODD + FAIR and h.weight >= now.heaviest - LEAST / 2:
            yield from _missed_before(h, now, due.dice)
        return
    for which in possible_throws(settled, ())[:1]:
        (values, _), *_ = readings([settled.dice[k] for k in which])
        at_rest = DiceAtRest("refused", values, which, "must_close")
        many = 0.0 if _was_thrown(h.match, len(which)) else log(ACTS.odd)
        yield _lying(h, at_rest, log(ACTS.owed) + many + _stays_odd(h, now) + _owes(h, now), settled)
    if not now.sees(h):
        yield _laid_aside(h, now)
    if h.weight < now.heaviest - LEAST / 2:
        return  # what follows is seldom, and costs more to find out
    yield from _after_a_move(h, now)
    yield from _again(h, now)
    yield from _left(h, now)


def _was_thrown(match: Match, count: int) -> bool:
    """Whether so many dice, or more, were thrown at once in a match: its first throw usually shows it."""
    return any(isinstance(event, Roll) and len(event.dice) >= count for event in match.events)


def _stays_odd(h: History, now: Circumstances) -> float:
    """Logarithm of how likely an unexplained board is left as it is; weighed once, when it is."""
    return log(ACTS.left) if weigh_board(h.match, now.look, h.accepted_oddities)[2] & h.odd else 0.0


def _stayed(h: History, settled: SettledDice) -> Branch:
    """The dice were pushed, lifted and put back, or taken away."""
    at_rest = DiceAtRest("none" if h.at_rest.kind == "none" else "same", h.at_rest.dice)
    both = (len(settled.stirred) - 1) * log(ACTS.stays_too)
    weight = (log(ACTS.stays[h.move_due]) + both + stays(settled)) if settled.stirred else 0.0
    return _lying(h, at_rest, weight, settled)


def _lying(h: History, at_rest: DiceAtRest, weight: float, settled: SettledDice) -> Branch:
    """Nothing happened that counts; `at_rest` is the meaning of the dice."""
    child = h.but(at_rest=at_rest, base=h.base + weight, dice=_read(at_rest, settled))
    return child.weight, lambda: child


def _laid_aside(h: History, now: Circumstances) -> Branch:
    """Dice of the last throw were put elsewhere, showing the same: set aside, or out of the men's way."""
    return _lying(h, DiceAtRest("same", h.at_rest.dice), log(ACTS.aside[_is_meant(h, now)]), now.settled)


def _owes(h: History, now: Circumstances) -> float:
    """Logarithm of how likely the board shows no whole move."""
    if not now.sees(h):
        return log(1e-4) if _is_meant(h, now) else 0.0
    possible = possible_looks(h.match, now.look, h.accepted_oddities, held=0.0)
    done = log(1e-9) + possible.unchanged
    if possible.ends:
        done = possible.ends[0][2] + log(BOARD.move / len(possible.ends))
    return log(max(1e-4, 1 - exp(min(0.0, done - log_weight(possible)))))


def _is_meant(h: History, now: Circumstances) -> bool:
    """Whether the move owed in it was made: a finger, or dice set aside, show it."""
    return bool(now.meant(h.match))


def _thrown(h: History, now: Circumstances, prior: float) -> Iterator[Branch]:
    """A throw by the player who is due, with each of its possible readings."""
    due = h.due
    if due is None or due.actor != CHANCE or not due.dice:
        return
    numbers = (due.dice, *due.may)
    for which, weight in _which(h, now, numbers):
        dice = [now.settled.dice[k] for k in which]
        carried = _carried_over(h, now, len(dice), numbers)
        if len(carried) + len(dice) in numbers:
            for values, likely in readings(dice):
                yield _rolled(h, values, which, prior + weight, likely, now, carried)
            yield _voided(h, now, which, prior + weight)
        else:
            if len(dice) == min(numbers) - 1:
                yield from _one_die_missed(h, which, prior + weight, now)
            shown = tuple(die.value for die in dice if die.value is not None)
            odd = log(ACTS.odd + (ACTS.fallen if len(dice) < min(numbers) else 0.0))
            yield _lying(h, DiceAtRest("refused", shown, which, "dice_count"), prior + weight + odd, now.settled)
            if any(die.state != "flat" for die in dice):
                yield _voided(h, now, which, prior + weight + log(ACTS.odd))


def _one_die_missed(h: History, which: tuple[int, ...], weight: float, now: Circumstances) -> Iterator[Branch]:
    """One die of the throw was not seen: it may show anything."""
    prior = weight + log(ACTS.missed_die / 6)
    (values, likely), *_ = readings([now.settled.dice[k] for k in which]) or (((), 0.0),)
    for value in range(1, 7):
        yield _rolled(h, (*values, value), which, prior, likely, now)


def _which(h: History, now: Circumstances, numbers: tuple[int, ...]) -> list[tuple[tuple[int, ...], float]]:
    """The dice that may be the throw. If one too few lay there a moment ago, also those with one that came later."""
    every = possible_throws(now.settled, numbers)
    candidates = [(some, 0.0) for some in every if len(some) in numbers][:WAYS]
    candidates += [(some, 0.0) for some in every if len(some) not in numbers][:1]
    late = h.at_rest.rule == "dice_count" and len(h.at_rest.dice) < max(numbers) and now.since <= PATIENCE.few
    if late:
        lay = sum(not now.settled.fates[k].fresh for k in now.settled.thrown_among)  # they were thrown a moment ago
        candidates = [(now.settled.thrown_among, log(ACTS.late) - lay * log(NOISE.lies_on)), *candidates]
    spare = _spare(h, now.settled)
    if spare is None:
        return candidates
    return [(some, weight + _laid_by(spare, some, now.settled)) for some, weight in candidates]


def _spare(h: History, settled: SettledDice) -> int | None:
    """The die that may have been put beside the board because fewer are due than were thrown; None without one."""
    due, last = h.due, h.match.newest(Roll)
    beside = [k for k, die in enumerate(settled.dice) if die.state == "off-board" and die.sure >= REAL]
    if due is None or last is None or len(beside) != 1 or beside[0] not in settled.stirred:
        return None
    return beside[0] if min((due.dice, *due.may)) < len(h.match.events[last].dice) else None


def _laid_by(spare: int, some: tuple[int, ...], settled: SettledDice) -> float:
    """Logarithm of how likely a die beside the board was put there if these are the throw; or was thrown with them."""
    return log(1 - ACTS.laid_by) if spare in some else log(ACTS.laid_by) - settled.odds[spare][1]


def _carried_over(h: History, now: Circumstances, thrown: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The dice of a throw that did not count which stay as they are, if only the others are thrown again."""
    values = tuple(value for value in h.at_rest.dice if value is not None)
    again = now.keeps and None in h.at_rest.dice and thrown not in numbers
    return values if again and len(values) + thrown in numbers else ()


def _rolled(
    h: History,
    values: tuple[int, ...],
    which: tuple[int, ...],
    weight: float,
    likely: float,
    now: Circumstances,
    carried: tuple[int, ...] = (),
) -> Branch:
    """A throw that counts; `carried` dice stayed from one that did not."""
    shown = (*carried, *values)

    def make() -> History:
        after = h.then(Roll(shown), now.settled.t, now.look, weight)
        at_rest = DiceAtRest("thrown", shown, which, carried_over=len(carried))
        return after.but(at_rest=at_rest, dice=_read(at_rest, now.settled))

    return h.weight + weight + likely + belong(now.settled, which), make


def _voided(h: History, now: Circumstances, which: tuple[int, ...], weight: float) -> Branch:
    """A die leans or lies beside the board: the throw does not count."""
    dice = [now.settled.dice[k] for k in which]
    shown = tuple(die.value if die.state == "flat" else None for die in dice)
    return _lying(h, DiceAtRest("void", shown, which), weight, now.settled)


def _after_a_move(h: History, now: Circumstances) -> Iterator[Branch]:
    """The move on the board was meant, and the next throw was made."""
    if not now.sees(h):
        for move, share in now.meant(h.match):
            after = h.then(move, now.settled.t, now.look, log(share * (1 - ACTS.aside[True])))
            yield from _thrown(after, now, 0.0)
        return
    possible = possible_looks(h.match, now.look, h.accepted_oddities)
    if not possible.ends:
        return
    top = max(possible.unchanged, possible.foul[1], possible.ends[0][2], *possible.parts)
    for _, move, weight in possible.ends[:WAYS]:
        if weight < top - LEAST:
            break
        prior = log(ACTS.moved_and_thrown / len(possible.ends))
        after = h.then(move, now.settled.t, now.look, prior)
        odd = weight - top if weight - top < ODD else 0.0
        if odd:
            oddities = weigh_board(after.match, now.look, h.accepted_oddities)[1]
            after = after.accept_oddities(oddities, after.base + odd)
        if after.due is None:
            child = after.but(at_rest=DiceAtRest("none"))
            yield child.weight, lambda child=child: child  # type: ignore[misc]  # bound now
        else:
            yield from _thrown(after, now, 0.0)


def _again(h: History, now: Circumstances) -> Iterator[Branch]:
    """The last throw was made again."""
    if not h.match.events or not isinstance(h.match.events[-1], Roll):
        return
    before = h.but(match=h.match.undo(), times=h.times[:-1])
    oddities = weigh_board(before.match, now.look, h.accepted_oddities)[1]
    asked = now.asked and not oddities  # nothing was turned with it yet
    yield from _thrown(before, now, log(ACTS.asked_again if asked else ACTS.again))


def _left(h: History, now: Circumstances) -> Iterator[Branch]:
    """The board is left although no rule explains it, and the next player throws."""
    if not now.sees(h):
        return
    possible = possible_looks(h.match, now.look, h.accepted_oddities)
    change, weight = possible.foul
    if not change or weight < max([possible.unchanged + LEAST / 2, *(end[2] for end in possible.ends[:1])]):
        return
    try:
        after = h.then(Placed(tuple(sorted(change))), now.settled.t, now.look, log(ACTS.left))
    except (IllegalMove, BadPlace):
        return
    yield from _thrown(after, now, 0.0)


def _missed_before(h: History, now: Circumstances, count: int) -> Iterator[Branch]:
    """A throw and its move were not seen, and then the dice at rest were thrown."""
    if not 0 < count <= 2:
        return
    ways: dict[object, tuple[float, float, tuple[int, ...], Move]] = {}
    for dice, share in _rolls(count):
        for change, move, weight in _explaining(h, dice, now):
            chance, best, *_ = ways.get(change, (0.0, 0.0))
            ways[change] = (chance + share * weight, *max((best, dice, move), (share, dice, move)))
    for chance, _, dice, move in nlargest(WAYS, ways.values(), key=lambda way: way[0]):
        prior = log(ACTS.unlooked * chance)
        try:
            after = h.then(Roll(dice), now.settled.t, now.look, prior).then(move, now.settled.t, now.look)
        except IllegalMove:
            continue
        yield from _thrown(after, now, 0.0)


def _explaining(
    h: History, dice: tuple[int, ...], now: Circumstances
) -> Iterator[tuple[Change, Move, float]]:
    """Moves with these dice that explain the board: the change, the move, and how probable it is."""
    if h.match.game.roll_refusal(h.match.state, Roll(dice)) is not None:
        return
    possible = possible_looks(h.match.then(Roll(dice)), now.look, h.accepted_oddities)
    for change, move, weight in possible.ends[:WAYS]:
        odd = weight - max(possible.unchanged, possible.foul[1], possible.ends[0][2])
        if odd >= ODD:
            yield change, move, exp(odd) / len(possible.ends)


def add_missed(belief: Belief, now: Circumstances, reported: Match) -> Belief:
    """The belief with events that may have been missed, if the reported match does not explain the board."""
    odd = [h for h in belief.histories[:TRIED] if h.odd and h.board - FAIR < ODD]
    if not any(h is belief.best or h.match.same(reported) for h in odd):
        return belief
    missed = [branch for h in odd for branch in _missed(h, now)]
    known = {h.match for h in belief.histories}
    added = [h for h in _made(missed) if h.match not in known]
    return belief_of((*belief.histories, *added)).after_look(now.look)


def _missed(h: History, now: Circumstances) -> Iterator[Branch]:
    due = h.due
    if due is not None and due.actor == CHANCE and 0 < due.dice <= 2:
        yield from _thrown_unseen(h, due.dice, now)
        yield from _turn_unseen(h, due.dice, due.player, now)
    last = h.match.newest(Roll)
    if last is not None:
        yield from _before(h, last, now)


def _thrown_unseen(h: History, count: int, now: Circumstances) -> Iterator[Branch]:
    """Dice were thrown and picked up again, or taken for those of the throw before."""
    for dice, share in _rolls(count):
        prior = log(_unseen(h, now) * share)

        def make(dice: tuple[int, ...] = dice, prior: float = prior) -> History:
            return h.then(Roll(dice), now.settled.t, now.look, prior).but(at_rest=h.at_rest, dice=h.dice)

        yield h.weight + prior, make


def _unseen(h: History, now: Circumstances) -> float:
    """How much likelier a throw was missed than tiles were turned without one, given the dice at rest."""
    if h.at_rest.kind in ("void", "refused"):
        return ACTS.doubted
    away = h.at_rest.kind != "none" and not any(die.sure >= REAL for die in now.settled.dice)
    return ACTS.unread if away else ACTS.unseen


def _turn_unseen(h: History, count: int, player: int, now: Circumstances) -> Iterator[Branch]:
    """A throw that ended the turn was missed, then one by the next player, whose tiles are already turned."""
    passing = _passing(h.match, count, player)
    if passing is None:
        return
    most, prior = passing
    later = h.then(Roll(most), now.settled.t, now.look, prior)
    due = later.due
    if due is None or due.actor != CHANCE or not 0 < due.dice <= 2:
        return
    for dice, share in _rolls(due.dice):
        if any(_explaining(later, dice, now)):
            weight = log(_unseen(h, now) * share)

            def make(dice: tuple[int, ...] = dice, weight: float = weight) -> History:
                after = later.then(Roll(dice), now.settled.t, now.look, weight)
                return after.but(at_rest=h.at_rest, dice=h.dice)

            yield h.weight + prior + weight, make


def _before(h: History, last: int, now: Circumstances) -> Iterator[Branch]:
    """Another throw, which ended the turn, came before the last one; or the last one showed something else."""
    start, roll, later = h.match.until(last), h.match.events[last], h.match.events[last + 1 :]
    due = start.game.awaits(start.state)
    if due is None or not 0 < due.dice <= 2:
        return
    passing = _passing(start, due.dice, due.player)
    if passing is not None:
        most, prior = passing
        yield h.weight + prior, lambda: _played(h, start, (Roll(most), roll, *later), last, prior)
    for dice, _ in _rolls(len(roll.dice)):
        off = sum(die != other for die, other in zip(sorted(roll.dice), dice, strict=True))
        if off:
            weight, at_rest = _misread(h, dice, off, now)
            shown = at_rest.dice if at_rest is not h.at_rest else dice
            yield (
                h.weight - h.dice + _read(at_rest, now.settled) + weight,
                lambda shown=shown, weight=weight, at_rest=at_rest: _played(  # type: ignore[misc]  # bound now
                    h, start, (Roll(shown), *later), last, weight
                ).but(at_rest=at_rest, dice=_read(at_rest, now.settled)),
            )


def _misread(h: History, dice: tuple[int, ...], off: int, now: Circumstances) -> tuple[float, DiceAtRest]:
    """How probable it is that the last throw showed these values instead, and the meaning of the dice then.

    Dice that still lie as they fell are judged by their reading; else by the measured error rate of readers.
    """
    newest = isinstance(h.match.events[-1], Roll)
    if not newest or h.at_rest.kind != "thrown" or h.at_rest.carried_over or len(h.at_rest.dice) != len(dice):
        return off * log(NOISE.misread / 6) + log(ACTS.mistaken), h.at_rest
    ways = (replace(h.at_rest, dice=way) for way in set(permutations(dice)))
    at_rest = max(ways, key=lambda way: (_read(way, now.settled), way.dice))
    return log(ACTS.mistaken), at_rest


def _passing(match: Match, count: int, player: int) -> tuple[tuple[int, ...], float] | None:
    """The likeliest throw that ends the turn, and the logarithm of how often one is missed; None without one."""
    passing = [(dice, share) for dice, share in _rolls(count) if _passes(match, dice, player)]
    if not passing:
        return None
    return max(passing, key=lambda pair: pair[1])[0], log(ACTS.missed * sum(share for _, share in passing))


def _passes(match: Match, dice: tuple[int, ...], player: int) -> bool:
    game, state = match.game, match.state
    if game.roll_refusal(state, Roll(dice)) is not None:
        return False
    due = game.awaits(game.apply(state, Roll(dice)))
    return due is not None and due.player != player


def _played(h: History, start: Match, events: tuple[object, ...], last: int, weight: float) -> History:
    """A history with other events from its `last` one on. Raises IllegalMove if they were not due."""
    match = start
    for event in events:
        match = match.then(event)
    t = h.times[last] if last < len(h.times) else 0.0
    times = (*h.times[:last], *(t for _ in range(len(events) - len(h.times[last:]))), *h.times[last:])
    return h.but(match=match, times=times, base=h.base + weight, board=0.0, looked=False)


def _rolls(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every throw of one or two dice, in ascending order, with its probability."""
    if count == 1:
        return tuple(((value,), 1 / 6) for value in range(1, 7))
    pairs = combinations_with_replacement(range(1, 7), 2)
    return tuple((pair, (1 if pair[0] == pair[1] else 2) / 36) for pair in pairs)
