"""What may have happened between two looks: each history branches where dice came to lie otherwise than before."""

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

from .evidence import REAL, Rest, belong, casts, readings, shows, stays, still_shows, void
from .priors import ACTS, BOARD, NOISE, PATIENCE
from .value import FAIR, LEAST, MOST, ODD, Belief, Cast, History, Seen, of, standing, stands
from .value import weighed as log_weight

TRIED = 4
"""So many of the likeliest histories are searched for something that nobody saw."""

WAYS = 4
"""So many moves that may stand there are followed, of each history."""


@dataclass(frozen=True)
class Circumstances:
    """What is known at a look beside the histories.

    Attributes:
        rest: the dice that lie there.
        since: seconds since dice lay otherwise.
        asked: Piste has asked, or tells a question mark, what the last throw was.
        keeps: after a throw that does not count, only the die that leaned is thrown again.
        seen: what is seen of the board.
        heaviest: logarithm of the heaviest history's weight.
        meant: of a match as it may stand, the moves that a finger made since, or dice that were set aside tell, each
            with its probability; () where there is none.
        between: the match that was told, where its game is over and the next one did not begin yet; else None.
    """

    rest: Rest
    since: float
    asked: bool
    keeps: bool
    seen: Seen
    heaviest: float = 0.0
    meant: Callable[[Match], tuple[tuple[Move, float], ...]] = lambda match: ()
    between: Match | None = None

    def sees(self, h: History) -> bool:
        """Something of the board is seen, for a history."""
        return bool(self.seen(h.match)[1].spaces)


Branch: TypeAlias = tuple[float, Callable[[], History]]
"""The logarithm of a weight, nearly, and what makes the history."""


def branched(belief: Belief, now: Circumstances) -> Belief:
    """The belief once dice lie otherwise than before."""
    frozen = [h.settled() for h in belief.histories]
    if not now.sees(belief.best):  # a finger's move stands with the throw that the page showed
        frozen = [h for h in frozen if _is_meant(h, now)] or frozen
    now = replace(now, heaviest=max(h.weight for h in frozen))
    branches = [branch for h in frozen for branch in _branches(h, now)]
    heaviest = nlargest(2 * MOST, branches, key=lambda branch: branch[0])
    made = _made(branch for branch in heaviest if branch[0] >= heaviest[0][0] - LEAST)
    return of(made).seen(now.seen)


def reread(belief: Belief, rest: Rest) -> Belief:
    """The belief after another reading of dice that lie as they lay."""
    return belief.each(lambda h: h.but(dice=_read(h.cast, rest)))


def _read(cast: Cast, rest: Rest) -> float:
    """Logarithm of how probable what the dice are makes their reading."""
    values = tuple(value for value in cast.dice if value is not None)
    if cast.kind == "same":
        return still_shows(rest, values) if values else 0.0
    if cast.kind == "none":
        return 0.0
    dice = [rest.dice[k] for k in cast.which if k < len(rest.dice)]
    if cast.kind == "thrown":
        return belong(rest, cast.which) + shows(dice, values[cast.kept : cast.kept + len(cast.which)])
    return belong(rest, cast.which) + (void(dice) if cast.kind == "void" else 0.0)


def _made(branches: Iterable[Branch]) -> Iterator[History]:
    for _, make in branches:
        try:
            yield make()
        except (IllegalMove, BadPlace):
            continue  # dice, or tiles, that were not due: nothing of the kind happened


def _branches(h: History, now: Circumstances) -> Iterator[Branch]:
    rest, due = now.rest, h.due
    if due is None or (now.between is not None and h.match.same(now.between)):
        yield _lying(h, Cast(), log(ACTS.between) if rest.stirred else 0.0, rest)
        return
    yield _stayed(h, rest)
    if not rest.stirred:
        return
    if due.actor == CHANCE:
        if now.rest.stirred == (_spare(h, now.rest),):
            yield _lying(h, Cast("same", h.cast.dice), log(ACTS.laid_by), rest)
        fits = stands(h.match, now.seen, h.excused)[0]
        yield from _thrown(h, now, log(ACTS.throw) + _stays_odd(h, now))
        if fits < ODD + FAIR and h.weight >= now.heaviest - LEAST / 2:
            yield from _missed_before(h, now, due.dice)
        return
    for which in casts(rest, ())[:1]:
        (values, _), *_ = readings([rest.dice[k] for k in which])
        cast = Cast("refused", values, which, "must_close")
        many = 0.0 if _was_thrown(h.match, len(which)) else log(ACTS.odd)
        yield _lying(h, cast, log(ACTS.owed) + many + _stays_odd(h, now) + _owes(h, now), rest)
    if not now.sees(h):
        yield _laid_aside(h, now)
    if h.weight < now.heaviest - LEAST / 2:
        return  # what follows is seldom, and costs more to find out
    yield from _after_a_move(h, now)
    yield from _again(h, now)
    yield from _left(h, now)


def _was_thrown(match: Match, count: int) -> bool:
    """Whether so many dice, or more, were thrown at once in a match: mostly its first throw says so."""
    return any(isinstance(event, Roll) and len(event.dice) >= count for event in match.events)


def _stays_odd(h: History, now: Circumstances) -> float:
    """Logarithm of how likely what no rule explains is left as it is; weighed once, when it is."""
    return log(ACTS.left) if stands(h.match, now.seen, h.excused)[2] & h.odd else 0.0


def _stayed(h: History, rest: Rest) -> Branch:
    """The dice were pushed, lifted and put back, or taken away."""
    cast = Cast("none" if h.cast.kind == "none" else "same", h.cast.dice)
    both = (len(rest.stirred) - 1) * log(ACTS.stays_too)
    weight = (log(ACTS.stays[h.move_due]) + both + stays(rest)) if rest.stirred else 0.0
    return _lying(h, cast, weight, rest)


def _lying(h: History, cast: Cast, weight: float, rest: Rest) -> Branch:
    """Nothing happened that counts, and this is what the dice are that lie there."""
    child = h.but(cast=cast, base=h.base + weight, dice=_read(cast, rest))
    return child.weight, lambda: child


def _laid_aside(h: History, now: Circumstances) -> Branch:
    """Dice of the last throw were laid elsewhere, however far, as they show: set aside, or out of the men's way."""
    return _lying(h, Cast("same", h.cast.dice), log(ACTS.aside[_is_meant(h, now)]), now.rest)


def _owes(h: History, now: Circumstances) -> float:
    """Logarithm of how likely no whole move stands there."""
    if not now.sees(h):
        return log(1e-4) if _is_meant(h, now) else 0.0
    found = standing(h.match, now.seen, h.excused)
    done = log(1e-9) + found.unchanged
    if found.ends:
        done = found.ends[0][2] + log(BOARD.move / len(found.ends))
    return log(max(1e-4, 1 - exp(min(0.0, done - log_weight(found)))))


def _is_meant(h: History, now: Circumstances) -> bool:
    """The move that is owed in it was made: a finger, or dice set aside, say so."""
    return bool(now.meant(h.match))


def _thrown(h: History, now: Circumstances, prior: float) -> Iterator[Branch]:
    """A throw by whoever is due, in every way in which it may be read."""
    due = h.due
    if due is None or due.actor != CHANCE or not due.dice:
        return
    numbers = (due.dice, *due.may)
    for which, weight in _which(h, now, numbers):
        dice = [now.rest.dice[k] for k in which]
        kept = _kept(h, now, len(dice), numbers)
        if len(kept) + len(dice) in numbers:
            for values, likely in readings(dice):
                yield _rolled(h, values, which, prior + weight, likely, now, kept)
            yield _voided(h, now, which, prior + weight)
        else:
            if len(dice) == min(numbers) - 1:
                yield from _one_unseen(h, which, prior + weight, now)
            shown = tuple(die.value for die in dice if die.value is not None)
            odd = log(ACTS.odd + (ACTS.fallen if len(dice) < min(numbers) else 0.0))
            yield _lying(h, Cast("refused", shown, which, "dice_count"), prior + weight + odd, now.rest)
            if any(die.state != "flat" for die in dice):
                yield _voided(h, now, which, prior + weight + log(ACTS.odd))


def _one_unseen(h: History, which: tuple[int, ...], weight: float, now: Circumstances) -> Iterator[Branch]:
    """One die of the throw was not seen: it may show anything."""
    prior = weight + log(ACTS.missed_die / 6)
    (values, likely), *_ = readings([now.rest.dice[k] for k in which]) or (((), 0.0),)
    for value in range(1, 7):
        yield _rolled(h, (*values, value), which, prior, likely, now)


def _which(h: History, now: Circumstances, numbers: tuple[int, ...]) -> list[tuple[tuple[int, ...], float]]:
    """The dice that may be the throw; where one too few lay there a moment ago, those beside one that came later."""
    every = casts(now.rest, numbers)
    found = [(some, 0.0) for some in every if len(some) in numbers][:WAYS]
    found += [(some, 0.0) for some in every if len(some) not in numbers][:1]
    late = h.cast.rule == "dice_count" and len(h.cast.dice) < max(numbers) and now.since <= PATIENCE.few
    if late:
        lay = sum(not now.rest.fates[k].fresh for k in now.rest.thrown_among)  # they were thrown a moment ago
        found = [(now.rest.thrown_among, log(ACTS.late) - lay * log(NOISE.lies_on)), *found]
    spare = _spare(h, now.rest)
    return found if spare is None else [(some, weight + _laid_by(spare, some, now.rest)) for some, weight in found]


def _spare(h: History, rest: Rest) -> int | None:
    """The die that may have been laid beside the board, where fewer are due now than were thrown; None without one."""
    due, last = h.due, h.match.newest(Roll)
    beside = [k for k, die in enumerate(rest.dice) if die.state == "off-board" and die.sure >= REAL]
    if due is None or last is None or len(beside) != 1 or beside[0] not in rest.stirred:
        return None
    return beside[0] if min((due.dice, *due.may)) < len(h.match.events[last].dice) else None


def _laid_by(spare: int, some: tuple[int, ...], rest: Rest) -> float:
    """Logarithm of how likely a die beside the board was laid there, if the throw is these; or was thrown with them."""
    return log(1 - ACTS.laid_by) if spare in some else log(ACTS.laid_by) - rest.odds[spare][1]


def _kept(h: History, now: Circumstances, thrown: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The dice of a throw that did not count which stay as they are, where only the others are thrown again."""
    kept = tuple(value for value in h.cast.dice if value is not None)
    again = now.keeps and None in h.cast.dice and thrown not in numbers
    return kept if again and len(kept) + thrown in numbers else ()


def _rolled(
    h: History,
    values: tuple[int, ...],
    which: tuple[int, ...],
    weight: float,
    likely: float,
    now: Circumstances,
    kept: tuple[int, ...] = (),
) -> Branch:
    """A throw that counts; `kept` dice stayed from one that did not."""
    shown = (*kept, *values)

    def make() -> History:
        after = h.then(Roll(shown), now.rest.t, now.seen, weight)
        cast = Cast("thrown", shown, which, kept=len(kept))
        return after.but(cast=cast, dice=_read(cast, now.rest))

    return h.weight + weight + likely + belong(now.rest, which), make


def _voided(h: History, now: Circumstances, which: tuple[int, ...], weight: float) -> Branch:
    """A die leans or lies beside the board: the throw does not count."""
    dice = [now.rest.dice[k] for k in which]
    shown = tuple(die.value if die.state == "flat" else None for die in dice)
    return _lying(h, Cast("void", shown, which), weight, now.rest)


def _after_a_move(h: History, now: Circumstances) -> Iterator[Branch]:
    """What stands is meant, and the next throw was made."""
    if not now.sees(h):
        for move, share in now.meant(h.match):
            after = h.then(move, now.rest.t, now.seen, log(share * (1 - ACTS.aside[True])))
            yield from _thrown(after, now, 0.0)
        return
    found = standing(h.match, now.seen, h.excused)
    if not found.ends:
        return
    top = max(found.unchanged, found.foul[1], found.ends[0][2], *found.parts)
    for _, move, weight in found.ends[:WAYS]:
        if weight < top - LEAST:
            break
        prior = log(ACTS.moved_and_thrown / len(found.ends))
        after = h.then(move, now.rest.t, now.seen, prior)
        odd = weight - top if weight - top < ODD else 0.0
        if odd:
            after = after.excuses(stands(after.match, now.seen, h.excused)[1], after.base + odd)
        if after.due is None:
            child = after.but(cast=Cast("none"))
            yield child.weight, lambda child=child: child  # type: ignore[misc]  # bound now
        else:
            yield from _thrown(after, now, 0.0)


def _again(h: History, now: Circumstances) -> Iterator[Branch]:
    """The last throw was made again."""
    if not h.match.events or not isinstance(h.match.events[-1], Roll):
        return
    before = h.but(match=h.match.undo(), times=h.times[:-1])
    asked = now.asked and not stands(before.match, now.seen, h.excused)[1]  # nothing was turned with it yet
    yield from _thrown(before, now, log(ACTS.asked_again if asked else ACTS.again))


def _left(h: History, now: Circumstances) -> Iterator[Branch]:
    """What stands is left as it stands, although no rule explains it, and the next player throws."""
    if not now.sees(h):
        return
    found = standing(h.match, now.seen, h.excused)
    change, weight = found.foul
    if not change or weight < max([found.unchanged + LEAST / 2, *(end[2] for end in found.ends[:1])]):
        return
    try:
        after = h.then(Placed(tuple(sorted(change))), now.rest.t, now.seen, log(ACTS.left))
    except (IllegalMove, BadPlace):
        return
    yield from _thrown(after, now, 0.0)


def _missed_before(h: History, now: Circumstances, count: int) -> Iterator[Branch]:
    """Nobody saw a throw and the move that stands, and then the dice that lie there were thrown."""
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
            after = h.then(Roll(dice), now.rest.t, now.seen, prior).then(move, now.rest.t, now.seen)
        except IllegalMove:
            continue
        yield from _thrown(after, now, 0.0)


def _explaining(
    h: History, dice: tuple[int, ...], now: Circumstances
) -> Iterator[tuple[Change, Move, float]]:
    """Moves with these dice that explain what stands there: the change, the move, and how probable it is."""
    if h.match.game.roll_refusal(h.match.state, Roll(dice)) is not None:
        return
    found = standing(h.match.then(Roll(dice)), now.seen, h.excused)
    for change, move, weight in found.ends[:WAYS]:
        odd = weight - max(found.unchanged, found.foul[1], found.ends[0][2])
        if odd >= ODD:
            yield change, move, exp(odd) / len(found.ends)


def unseen(belief: Belief, now: Circumstances, told: Match) -> Belief:
    """The belief and what may have been missed, where the board stands as what was told does not explain."""
    odd = [h for h in belief.histories[:TRIED] if h.board - FAIR < ODD]
    if not any(h is belief.best or h.match.same(told) for h in odd):
        return belief
    missed = [branch for h in odd for branch in _missed(h, now)]
    known = {h.match for h in belief.histories}
    found = [h for h in _made(missed) if h.match not in known]
    return of((*belief.histories, *found)).seen(now.seen)


def _missed(h: History, now: Circumstances) -> Iterator[Branch]:
    due = h.due
    if due is not None and due.actor == CHANCE and 0 < due.dice <= 2:
        yield from _thrown_unseen(h, due.dice, now)
        yield from _turn_unseen(h, due.dice, due.player, now)
    last = h.match.newest(Roll)
    if last is not None:
        yield from _before(h, last, now)


def _thrown_unseen(h: History, count: int, now: Circumstances) -> Iterator[Branch]:
    """Dice were thrown and taken up again, or taken for those of the throw before."""
    for dice, share in _rolls(count):
        prior = log(_unseen(h, now) * share)

        def make(dice: tuple[int, ...] = dice, prior: float = prior) -> History:
            return h.then(Roll(dice), now.rest.t, now.seen, prior).but(cast=h.cast, dice=h.dice)

        yield h.weight + prior, make


def _unseen(h: History, now: Circumstances) -> float:
    """How much likelier a throw was missed than that tiles are turned without one, by the dice that lie there."""
    if h.cast.kind in ("void", "refused"):
        return ACTS.doubted
    away = h.cast.kind != "none" and not any(die.sure >= REAL for die in now.rest.dice)
    return ACTS.unread if away else ACTS.unseen


def _turn_unseen(h: History, count: int, player: int, now: Circumstances) -> Iterator[Branch]:
    """A throw that ended the turn was missed, then one by the next player, whose tiles are turned by now."""
    passing = _passing(h.match, count, player)
    if passing is None:
        return
    most, prior = passing
    later = h.then(Roll(most), now.rest.t, now.seen, prior)
    due = later.due
    if due is None or due.actor != CHANCE or not 0 < due.dice <= 2:
        return
    for dice, share in _rolls(due.dice):
        if any(_explaining(later, dice, now)):
            weight = log(_unseen(h, now) * share)

            def make(dice: tuple[int, ...] = dice, weight: float = weight) -> History:
                after = later.then(Roll(dice), now.rest.t, now.seen, weight)
                return after.but(cast=h.cast, dice=h.dice)

            yield h.weight + prior + weight, make


def _before(h: History, last: int, now: Circumstances) -> Iterator[Branch]:
    """Before the last throw there was another one, which ended the turn; or the last one showed something else."""
    start, roll, rest = h.match.until(last), h.match.events[last], h.match.events[last + 1 :]
    due = start.game.awaits(start.state)
    if due is None or not 0 < due.dice <= 2:
        return
    passing = _passing(start, due.dice, due.player)
    if passing is not None:
        most, prior = passing
        yield h.weight + prior, lambda: _played(h, start, (Roll(most), roll, *rest), last, prior)
    for dice, _ in _rolls(len(roll.dice)):
        off = sum(one != other for one, other in zip(sorted(roll.dice), dice, strict=True))
        if off:
            weight, cast = _misread(h, dice, off, now)
            shown = cast.dice if cast is not h.cast else dice
            yield (
                h.weight - h.dice + _read(cast, now.rest) + weight,
                lambda shown=shown, weight=weight, cast=cast: _played(  # type: ignore[misc]  # bound now
                    h, start, (Roll(shown), *rest), last, weight
                ).but(cast=cast, dice=_read(cast, now.rest)),
            )


def _misread(h: History, dice: tuple[int, ...], off: int, now: Circumstances) -> tuple[float, Cast]:
    """How probable it is that the last throw showed these values instead, and the dice that lie there then.

    While they lie there as they fell, what is read says so; else readers err as often as they were found to.
    """
    newest = isinstance(h.match.events[-1], Roll)
    if not newest or h.cast.kind != "thrown" or h.cast.kept or len(h.cast.dice) != len(dice):
        return off * log(NOISE.misread / 6) + log(ACTS.mistaken), h.cast
    ways = (replace(h.cast, dice=way) for way in set(permutations(dice)))
    cast = max(ways, key=lambda way: (_read(way, now.rest), way.dice))
    return log(ACTS.mistaken), cast


def _passing(match: Match, count: int, player: int) -> tuple[tuple[int, ...], float] | None:
    """The likeliest throw that ends the turn, and the logarithm of how often one that does is missed; None without."""
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
    """A history with other events from its `last` one on. Raises IllegalMove where they were not due."""
    match = start
    for event in events:
        match = match.then(event)
    t = h.times[last] if last < len(h.times) else 0.0
    times = (*h.times[:last], *(t for _ in range(len(events) - len(h.times[last:]))), *h.times[last:])
    return h.but(match=match, times=times, base=h.base + weight, board=0.0, looked=False)


def _rolls(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every throw of one or two dice, in ascending order, and how often it comes."""
    if count == 1:
        return tuple(((value,), 1 / 6) for value in range(1, 7))
    pairs = combinations_with_replacement(range(1, 7), 2)
    return tuple((pair, (1 if pair[0] == pair[1] else 2) / 36) for pair in pairs)
