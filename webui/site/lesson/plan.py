"""A round of a lesson that is being prepared: what its form holds, and what each table would begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, TypeAlias, get_args

from referee.core import Game
from referee.errors import RefereeError
from referee.games import GAMES
from referee.games import profile as game_with
from referee.options import build, values

from ...groups import KnownPupils, Way, evened, spread
from ...store.lessons import TableStart
from ...store.tables import MOST_TABLES
from ...table.games import SHOWN
from ...table.values.setup import Setup, players_at
from ...table.values.shown import places_of, usual_places
from ...words.offer import in_series
from ..digits import whole
from ..forms import Form, FormError, game_of, handicap_of, setup_of_form
from ..new_form import Filled, as_sent

Spreading: TypeAlias = Way | Literal["hand"]
SPREADINGS: tuple[Spreading, ...] = (*get_args(Way), "hand")
NOBODY = "-"
"""In place of a table's own game: nobody plays there."""


class TableRefused(ValueError):
    """A table that cannot begin what the form says.

    Attributes:
        table: its number.
        why: the error.
    """

    def __init__(self, table: int, why: ValueError) -> None:
        super().__init__(f"table {table}: {why}")
        self.table, self.why = table, why


@dataclass(frozen=True)
class LessonPlan:
    """The fields of the form. Pupils are numbered as in the class, from 0, tables as in the box, from 1.

    Attributes:
        filled: the game of all tables without one of their own, and its rules.
        tables: how many tables.
        way: how pupils are spread.
        present: who is there.
        at: the table of a pupil; 0 for none.
        fixed: those whom the teacher has put where they are.
        own: a table's own rule profile, or NOBODY.
        handicaps: of a pupil; 0 for a pupil not in it.
    """

    filled: Filled = field(default_factory=Filled)
    tables: int = 1
    way: Spreading = "new"
    present: frozenset[int] = frozenset()
    at: Mapping[int, int] = field(default_factory=dict)
    fixed: frozenset[int] = frozenset()
    own: Mapping[int, str] = field(default_factory=dict)
    handicaps: Mapping[int, int] = field(default_factory=dict)

    @property
    def profile(self) -> str:
        """The rule profile of all tables without one of their own."""
        return self.filled.profile or next(iter(SHOWN[0].profiles))

    def moved(self, goes: Mapping[int, int]) -> LessonPlan:
        """The same with pupils put at tables, 0 for none."""
        return replace(self, at={**self.at, **goes}, fixed=self.fixed | {*goes})

    def playing(self, numbers: Sequence[int]) -> list[int]:
        """The tables that may play, of those that there can be."""
        return [number for number in numbers[: self.tables] if self.own.get(number) != NOBODY]

    def group(self, table: int) -> list[int]:
        """Who is at a table, 0 for those without one, in the order of the class."""
        return [pupil for pupil in sorted(self.present) if self.at.get(pupil, 0) == table]

    def bounds(self, table: int) -> tuple[int, int]:
        """The fewest and the most players of a table's game; nobody is alone if the game is not for one."""
        own = self.own.get(table, "")
        game = _game(own, {}) if own else _game(self.profile, self.filled.options)
        least, most = game.player_range[0], len(places_of(game))
        return min(max(least, 2), most), most


def plan_sent(form: Form, pupils: int) -> LessonPlan:
    """The form as it was sent, however wrong."""
    everybody = range(pupils)
    way = form.get("way", "")
    return LessonPlan(
        as_sent(form),
        min(max(1, whole(form.get("tables", "")) or 1), MOST_TABLES),
        way if way in SPREADINGS else "new",
        _chosen(form, "present", everybody),
        {pupil: whole(form.get(f"at-{pupil}", "")) or 0 for pupil in everybody},
        _chosen(form, "fixed", everybody),
        {table: own for table in range(1, MOST_TABLES + 1) if (own := _own(form, table))},
        {pupil: given for pupil in everybody if (given := _handicap(form, pupil))},
    )


def _chosen(form: Form, name: str, pupils: Iterable[int]) -> frozenset[int]:
    numbers = {whole(text) for text in form.getlist(name)}
    return frozenset(pupil for pupil in pupils if pupil in numbers)


def _own(form: Form, table: int) -> str:
    """A table's own game, if there is such a one."""
    own = form.get(f"own-{table}", "")
    return own if own == NOBODY or any(own in game.profiles for game in SHOWN) else ""


def _handicap(form: Form, pupil: int) -> int:
    try:
        return handicap_of(form, pupil)
    except FormError:
        return 0


def arranged(
    plan: LessonPlan, pupils: Sequence[str], numbers: Sequence[int], chance: Random, known: KnownPupils, stay: str
) -> LessonPlan:
    """The plan with everybody who is present at a table, as far as there is room.

    Args:
        plan: so far.
        pupils: the class.
        numbers: the tables that there can be.
        chance: decides whatever is open.
        known: of the class, without `kept`.
        stay: who stays: "fixed", those put somewhere by hand; "most", as many as the sizes of the tables allow;
            "all", whoever has a table.
    """
    playing = plan.playing(numbers)
    bounds = [plan.bounds(table) for table in playing]
    waits = {pupil for pupil in plan.fixed if not plan.at.get(pupil)}
    names = {pupils[pupil]: pupil for pupil in sorted(plan.present - waits)}
    fixed = {pupils[pupil] for pupil in plan.fixed}
    groups = [[name for name, pupil in names.items() if plan.at.get(pupil) == table] for table in playing]
    if stay == "most" or (stay == "fixed" and plan.way == "hand"):
        kept = evened(groups, names, bounds, fixed)
    else:
        kept = {
            name: table for table, group in enumerate(groups) for name in group if stay == "all" or name in fixed
        }
    way: Way = "new" if plan.way == "hand" else plan.way
    found = spread(list(names), bounds, way, chance, replace(known, kept=kept))
    at = {names[name]: table for table, group in zip(playing, found.groups, strict=True) for name in group}
    return replace(plan, at=at)


def starts(
    plan: LessonPlan, form: Form, pupils: Sequence[str], numbers: Collection[int], language: str, turn: int
) -> tuple[TableStart, ...]:
    """What each table with pupils is to begin.

    Args:
        plan: the form's.
        form: what was sent, for the house rules.
        pupils: the class.
        numbers: the tables that play.
        language: in which Piste speaks to them.
        turn: how many rounds there were: another pupil of each table begins each time.

    Raises FormError, or TableRefused.
    """
    agreed = setup_of_form(form, language)
    return tuple(
        TableStart(table, _agreed(plan, agreed, pupils, table, turn).to_json())
        for table in numbers
        if plan.group(table)
    )


def _agreed(plan: LessonPlan, agreed: Mapping[str, object], pupils: Sequence[str], table: int, turn: int) -> Setup:
    group = plan.group(table)
    order = group[turn % len(group) :] + group[: turn % len(group)]
    try:
        if own := plan.own.get(table, ""):
            kind = next(game for game in GAMES if own in game.profiles)
            games = agreed["games"] if in_series(kind) else 1
            agreed = {**agreed, "game": game_of(own), "profile": own, "games": games, "options": {}}
        places = usual_places(game_with(str(agreed["profile"])), len(order))
        players = [
            {"name": player.name, "seat": player.seat, "handicap": plan.handicaps.get(pupil, 0)}
            for pupil, player in zip(order, players_at(places, [pupils[pupil] for pupil in order]), strict=True)
        ]
        return Setup.from_json({**agreed, "players": players})
    except ValueError as error:
        raise TableRefused(table, error) from error


def _game(profile: str, options: Mapping[str, object]) -> Game:
    """The game of a profile with these house rules; without those that it cannot have."""
    base = game_with(profile)
    try:
        return build(type(base), values(base) | dict(options))
    except RefereeError:
        return base
