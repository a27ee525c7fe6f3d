"""Trente as a page draws it: the players around, the dice thrown and set aside, the threshold, an attack.

No rule is here: the view's `turn` and `legal` say what lies aside, whom a level may hit and what may be chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from ....table.values.view import AsideView, ViewPlayer, ViewTurn
from ....words import Words
from ....words.aside import may_say, name_of, news_says, order_says, round_won, wanted
from ..plates import NamePlate, name_plate
from ..scores import Line
from .arrows import ShownSaying

MIDDLE, REACH = 500, 434
"""The drawing's middle, and how far from it the players sit, to the side or up and down; the drawing is 1000 wide."""

OFF = 92
"""How far from a player's seat an attack's arrow begins and ends."""

DICE = 6
LEVELS = range(1, 7)

LEAST, MOST = 6, 36
"""What six dice come to."""

LEFT, STEP = 30, 22
"""Where the ruler begins, and its units from one sum to the next; it is 720 wide."""

FEW = 6
"""So many players, or fewer, leave room for any name on one line above and below the cloth."""

ALONE, AMONG, BESIDE = (24, 24, 1), (14, 17, 2), (7, 10, 5)
"""What a name plate has room for: above or below the cloth, there among many, and beside it."""

INWARD = 386
"""Who sits above or below the cloth sits so far to the side at most: a plate is wide."""


@dataclass(frozen=True)
class AsideSeat:
    """A player at the table.

    Attributes:
        number: the playing number.
        name: in full.
        plates: its name if the seat is above or below the cloth, and if it is beside it, as the table is turned.
        colour, shape: the player's.
        x, y: the middle of the seat.
        beside: to the left or right of the cloth.
        points: of the running round.
        hit: levels at which the acting player's attack would hit this player alone: "+2 +4 +6", or "all"; "" for none.
        says: the player in words.
        turn, out, target: acts now; is out of the round; is attacked.
        word: the word that attacks this player; "" if it cannot be chosen now.
    """

    number: int
    name: str
    plates: Mapping[str, NamePlate]
    colour: str
    shape: str
    x: int
    y: int
    beside: bool
    points: int
    hit: str
    says: str
    turn: bool
    out: bool
    target: bool
    word: str


@dataclass(frozen=True)
class ShownSlot:
    """A place for a die set aside.

    Attributes:
        value: the die's face; 0 for nothing.
        fresh: the move that does not count yet put it there.
        decides: it was the first, and decides the threshold.
        begins: a new throw's dice begin here.
    """

    value: int = 0
    fresh: bool = False
    decides: bool = False
    begins: bool = False


@dataclass(frozen=True)
class ShownRuler:
    """The possible sums of six dice, from 6 to 36.

    Attributes:
        low, high: 12 or less is still possible; 30 or more is.
        sum: of the dice aside; 0 for none.
        least, most: the possible final sums.
        says: the sums in words.
    """

    low: bool
    high: bool
    sum: int
    least: int
    most: int
    says: str

    @property
    def ticks(self) -> tuple[tuple[int, int], ...]:
        """Every sum and its place."""
        return tuple((total, self.at(total)) for total in range(LEAST, MOST + 1))

    def at(self, total: int) -> int:
        """The place of a sum on the ruler."""
        return LEFT + STEP * (total - LEAST)


@dataclass(frozen=True)
class ShownBlow:
    """An attack that runs or is due.

    Attributes:
        level: 1 to 6.
        target: the attacked player's name; "" until that is known.
        hits, damage, full_hands: so far.
        x1, y1, x2, y2: its arrow on the drawing; all 0 without a target.
        says: the attack in words.
    """

    level: int
    target: str
    hits: int
    damage: int
    full_hands: int
    x1: int
    y1: int
    x2: int
    y2: int
    says: str


@dataclass(frozen=True)
class ShownAside:
    """The values of the templates.

    Attributes:
        seats: the players around, in playing order.
        casts: dice lie there and some must be set aside.
        gone: for each die, whether the move that does not count yet has set it aside.
        first_decides: no die has decided the threshold yet.
        slots: the six places aside.
        ruler: None while an attack runs.
        blow: None without an attack.
        revenge: the turn is a revenge.
        lies: the move that does not count yet, as the page sends it; "".
        may: the possible declarations: whom to attack, whether revenge is taken, which die was set aside first.
        rounds: the number of the round, in words.
        start: points of a start, for the player with most.
        won: for each player the rounds won, in words; "" for none.
    """

    seats: tuple[AsideSeat, ...]
    casts: bool
    gone: tuple[bool, ...]
    first_decides: bool
    slots: tuple[ShownSlot, ...]
    ruler: ShownRuler | None
    blow: ShownBlow | None
    revenge: bool
    lies: str
    may: tuple[ShownSaying, ...]
    rounds: str
    start: int
    won: tuple[str, ...]


def shown(w: Words, view: AsideView) -> ShownAside:
    """The values of the templates for a view of Trente."""
    turn, legal = view.turn, [str(move) for move in view.legal]
    seats = tuple(_seats(w, view, turn, legal))
    owes = view.owed == "move"
    casts = bool(turn.cast)
    words = [word for word in legal if not word[0].isdigit()]
    return ShownAside(
        seats=seats,
        casts=casts or view.state == "reading",
        gone=_gone(view) if casts else tuple(False for _ in view.dice),
        first_decides=not turn.threshold,
        slots=tuple(_slots(view, turn)),
        ruler=_ruler(w, view, turn) if not turn.level and turn.asked is None else None,
        blow=_blow(w, view, turn, seats) if turn.level else None,
        revenge=turn.revenge,
        lies=view.provisional or "",
        may=tuple(
            [ShownSaying(word, order_says(w, word)) for word in turn.orders]
            + [ShownSaying(word, may_say(w, view, word)) for word in words if owes]
        ),
        rounds=_rounds(w, turn),
        start=max(view.options["start_score"], *(player.score for player in view.players)),
        won=tuple(_won(w, turn, player) for player in view.players),
    )


def _seats(w: Words, view: AsideView, turn: ViewTurn, legal: list[str]) -> Iterator[AsideSeat]:
    due, many = view.acting, len(view.players)
    for place, player in enumerate(view.players):
        number, x, y = player.player, *_seat(place, many)
        out, target = player.left or number in turn.out, number == turn.target
        hit = _hit(turn, number) if not turn.level and due is not None else ""
        word = f"attack-{number}"
        yield AsideSeat(
            number=number,
            name=player.name,
            plates={
                "across": name_plate(player.name, *(ALONE if many <= FEW else AMONG)),
                "beside": name_plate(player.name, *BESIDE),
            },
            colour=player.colour,
            shape=player.shape,
            x=x,
            y=y,
            beside=abs(x - MIDDLE) == REACH,
            points=player.score,
            hit=hit,
            says=_seat_says(w, player, out=out, turn=number == due, target=target),
            turn=number == due,
            out=out,
            target=target,
            word=word if word in legal else "",
        )


def _seat(place: int, many: int) -> tuple[int, int]:
    """The place of a player: the first nearest to the viewer, the others clockwise along the sides of a square."""
    angle = pi / 2 + 2 * pi * place / many
    x, y = cos(angle), sin(angle)
    far = REACH / max(abs(x), abs(y))
    most = REACH if abs(x) > abs(y) + 1e-9 else INWARD
    return MIDDLE + max(-most, min(most, round(far * x))), MIDDLE + round(far * y)


def _hit(turn: ViewTurn, number: int) -> str:
    """The levels at which the acting player's attack would hit this player alone."""
    hit = [level for level, aims in zip(LEVELS, turn.aims, strict=True) if aims == (number,)]
    return "all" if len(hit) == DICE else " ".join(f"+{level}" for level in hit)


def _seat_says(w: Words, player: ViewPlayer, *, out: bool, turn: bool, target: bool) -> str:
    points = w.tn("%(n)s point", "%(n)s points", player.score)
    texts = [w.t("%(name)s: %(points)s", name=player.name, points=points)]
    texts += [w.t("out of the round")] if out else []
    texts += [w.t("plays now")] if turn else []
    texts += [w.t("is attacked")] if target else []
    return ", ".join(texts)


def _gone(view: AsideView) -> tuple[bool, ...]:
    """For each die of the throw, whether the lying move has set it aside."""
    lies = view.provisional or ""
    rest = Counter(lies.split("+"))
    gone = []
    for die in view.dice:
        value = str(die.value)
        gone.append(rest[value] > 0)
        rest[value] -= 1
    return tuple(gone)


def _slots(view: AsideView, turn: ViewTurn) -> Iterator[ShownSlot]:
    dice = turn.kept
    fresh = len(dice) - 1 if view.provisional and dice else None
    open_yet = view.options["rules"] == "standard" and not turn.level
    count = 0
    for index, throw in enumerate(dice):
        for place, value in enumerate(throw):
            yield ShownSlot(value, index == fresh, open_yet and not count, bool(index) and not place)
            count += 1
    for _ in range(DICE - count):
        yield ShownSlot()


def _ruler(w: Words, view: AsideView, turn: ViewTurn) -> ShownRuler:
    threshold = turn.threshold
    if not turn.kept:
        says = wanted(w, threshold) or w.t("12 or less, or 30 or more: the first die decides")
    else:
        says = w.t(
            "%(sum)s so far, %(wanted)s is wanted; the dice may still come to %(least)s to %(most)s.",
            sum=turn.sum, wanted=wanted(w, threshold), least=turn.least, most=turn.most,
        )  # fmt: skip
    return ShownRuler(threshold != 30, threshold != 12, turn.sum, turn.least, turn.most, says)


def _blow(w: Words, view: AsideView, turn: ViewTurn, seats: tuple[AsideSeat, ...]) -> ShownBlow:
    due = view.acting
    by = next((seat for seat in seats if seat.number == due), None)
    on = next((seat for seat in seats if seat.target), None)
    target = name_of(view, turn.target)
    says = w.t("Attack at %(level)s", level=turn.level)
    if target:
        hits = w.tn("%(n)s hit", "%(n)s hits", turn.hits)
        loses = w.tn("%(n)s point", "%(n)s points", turn.damage)
        says = w.t("Attack at %(level)s on %(target)s: %(hits)s, %(loses)s", level=turn.level, target=target,
                   hits=hits, loses=loses)  # fmt: skip
    arrow = _arrow(by, on) if by is not None and on is not None else (0, 0, 0, 0)
    return ShownBlow(turn.level, target, turn.hits, turn.damage, turn.full_hands, *arrow, says)


def _arrow(by: AsideSeat, on: AsideSeat) -> tuple[int, int, int, int]:
    """From beside the attacker to beside the target."""
    dx, dy = on.x - by.x, on.y - by.y
    far = max(1.0, (dx**2 + dy**2) ** 0.5)
    ox, oy = round(OFF * dx / far), round(OFF * dy / far)
    return by.x + ox, by.y + oy, on.x - ox, on.y - oy


def _rounds(w: Words, turn: ViewTurn) -> str:
    if turn.settling:
        return w.t("Play-off")
    return w.t("Round %(number)s of %(rounds)s", number=min(turn.round, turn.rounds), rounds=turn.rounds)


def _won(w: Words, turn: ViewTurn, player: ViewPlayer) -> str:
    won = turn.won[str(player.seat)]
    return w.tn("%(n)s round won", "%(n)s rounds won", won) if won else ""


def lines(w: Words, view: AsideView) -> tuple[Line, ...]:
    """The players for scores, podium and wall: the winner first, then by rounds won."""
    winners, won = set(view.winners), view.turn.won
    standing = [
        (p.player not in winners, p.left, -won[str(p.seat)], -p.score) for p in view.players
    ]
    start = max(view.options["start_score"], *(player.score for player in view.players))
    return tuple(
        Line(
            name=player.name,
            colour=player.colour,
            shape=player.shape,
            score=player.score,
            score_says=w.tn("%(n)s point", "%(n)s points", player.score),
            total=won[str(player.seat)],
            total_says=w.tn("%(n)s round won", "%(n)s rounds won", won[str(player.seat)]),
            games=(),
            balance="",
            rank=1 + sum(other < mine for other in standing),
            start=start,
            turn=player.player == view.acting,
            winner=player.player in winners,
            left=player.left,
        )
        for player, mine in zip(view.players, standing, strict=True)
    )


def ending(w: Words, view: AsideView) -> tuple[str, ...]:
    """The sentences beside the podium: the cause of the end, then every round, newest first."""
    sentences = [news_says(w, view, item) for item in view.turn.news[:2]]
    rounds = [round_won(w, view, result) for result in reversed(view.results[-4:])]
    return (*(text for text in sentences if text), *rounds)
