"""Le Tric Trac (S1, the Ravensburger leaflet)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ... import expect
from ...core import Event, Foul, Outcome, Roll
from ...errors import BadPlace
from ...options import number, switch
from ...rules import RuleIds
from ...story import outcome
from ..arrows import BAR, ArrowGame, ArrowResult, ArrowState, ManMove, Play, Say, Walk, printed_arrow, turns
from ..arrows.search import Dice
from . import fouls
from .men import ENOUGH, HOME, MEN, START, Men, at_start, carried, of_men, worth
from .throws import ThrowRules, Way, may_rest

PARTY = "party"
"""The word that the winner of a party must answer: how does the next one begin?"""

PROLONG, RESTART = Say("prolong"), Say("restart")

HOWS = ("single", "double", "triple", "quadruple")
"""The kinds of win, by how many parties they count as: 1 to 4."""

MOST_POINTS = 2 * ENOUGH - 1
"""Most points of a won party that a position may name: with more, the next one would be won before it begins."""


@dataclass(frozen=True)
class TricTrac(ArrowGame):
    """Bring the men round to the last arrow; captures, arrivals and the grand pont make points, 12 win a party.

    Attributes:
        games: parties that win the match. A party that counts double is two of them.
        home: a man arrives with the "exact" die only, or with a larger one, too: "overshoot".
        puissance: the privilege is there whatever stands on the opponent's bosse, "any", or while it is empty only:
            "opp_empty".
        pont: the grand pont makes its points after "each_throw", or after "each_turn", that is not after a doublet,
            when the same player throws again.
        stake: what one party is worth, in any unit.

    A handicap is points that a player has at the start of each party; in a prolonged one the winner has them or the
    excess, whichever is more. They count as the player's own, also for the value of a party that is lost.
    """

    games: int = number(12, 1, 99)
    home: str = switch("exact", "overshoot")
    puissance: str = switch("any", "opp_empty")
    pont: str = switch("each_throw", "each_turn")
    stake: int = number(1, 0, 1_000_000)

    name: ClassVar[str] = "trictrac"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Le Tric Trac Ravensburger (notice)": {}}
    handicap_range: ClassVar[tuple[int, int]] = (0, ENOUGH - 1)
    rule_ids: ClassVar[RuleIds] = fouls.RULE_IDS
    wins: ClassVar[tuple[str, ...]] = (*HOWS, "left")
    captured_to: ClassVar[int | None] = START
    words: ClassVar[tuple[str, ...]] = (PROLONG.word, RESTART.word)
    extra_keys: ClassVar[tuple[str, ...]] = ("score",)
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **ArrowGame.outcome_ids,
        "scores": ("captures", "home", "pont", "total"),  # points of a throw, each kind, and everybody's then
        "restarts": ("total",),  # the next party begins anew
        "prolongs": ("total",),  # it goes on with the men where they stand
        "restacks": (),  # all men have arrived and are piled up again
    }

    # The board.

    def start_table(self) -> Way:
        """S1: "15 dames empilées en 3 tours sur la flèche 1", and on 1A."""
        return Way(at_start())

    def turned(self, table: Way) -> Way:
        """The men and points as the opponent sees them."""
        return Way(table.men.turned())

    def men(self, table: Way) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The men of both; those that wait stand on arrow 1."""
        return table.men.of_each()

    def to_go(self, number: int) -> int:
        """A man that reaches the last arrow has arrived."""
        return max(HOME - number, 0) if number else 0

    def with_men(self, table: Way, mine: tuple[int, ...], his: tuple[int, ...]) -> Way:
        """The same points with other men. Raises BadPlace for men where none can stand."""
        for men in (mine, his):
            if men[HOME] or men[BAR]:
                raise BadPlace("expected men that have arrived to be taken off; got one on the last arrow")
        shared = [n for n in range(START + 1, HOME) if mine[n] and his[HOME + 1 - n]]
        if shared:
            raise BadPlace(f"expected men of one colour on an arrow; got both on arrow {shared[0]}")
        return Way(of_men(mine, his, table.men.score))

    def arrow(self, player: int, number: int) -> str:
        """S1: white travels "de 1 en passant par 12, 12A jusqu'à 1A", black the other way round."""
        return printed_arrow(player, number)

    # The throw.

    @property
    def throws(self) -> ThrowRules:
        """The switches of one throw."""
        return ThrowRules(self.home, self.puissance, self.pont)

    @property
    def walk(self) -> Walk[Way]:
        """S1: "L'ordre dans lequel on réalise ses coups n'a pas d'importance"."""
        return self.throws.walk

    def dice_for(self, table: Way, thrown: tuple[int, ...]) -> Dice:
        """Each die once. S1: "Au cours d'un doublet, le nombre de points obtenu n'est pas doublé"."""
        return tuple(thrown)

    def playable(self, state: ArrowState) -> bool:
        """True when something can be played: a single man, or two together."""
        single = (way for die in set(state.dice) for _, way in self.walk.steps(state.table, die))
        return any(may_rest(way) for way in single) or super().playable(state)

    def end_of(self, state: ArrowState, play: Play) -> Way | None:
        """The men after a legal play; one that uses all dice need not be compared with what else can be played."""
        if len(play.steps) < len(state.dice):
            end: Way | None = super().end_of(state, play)
            return end
        ways = self.walk.follow(state.table, self.dice_for(state.table, state.dice), play.steps)
        return next((way for way, _ in ways if may_rest(way)), None)

    def throws_again(self, state: ArrowState) -> bool:
        """S1: of a doublet, "mais le joueur rejette les dés", also where nothing could be played."""
        return len(set(state.thrown)) == 1

    def settled(self, state: ArrowState, table: Way) -> Way:
        """The grand pont is counted once, when the throw is over, also where nothing could be played."""
        first, second = state.thrown
        return Way(self.throws.counted(table.men, (first, second)))

    def pass_reason(self, state: ArrowState) -> str:
        """no_entry (men wait and none can come into play), not_exact (every man would go too far) or no_move."""
        return fouls.pass_reason(state.table.men, state.dice)

    def step_refusal(self, state: ArrowState, table: Way, rest: Dice, step: ManMove) -> Foul:
        """Why a man cannot make a step with one of these dice."""
        return fouls.of_step(self.throws, state, table, rest, step)

    def short_refusal(self, state: ArrowState, play: Play) -> Foul:
        """A man alone on the way onto the bosse or off it, more_possible, or winning_move."""
        ways = self.walk.follow(state.table, self.dice_for(state.table, state.dice), play.steps)
        alone = next((way for way, _ in ways if way.pair), None)
        if alone is not None:
            return fouls.of_pair(self.throws, state, alone)
        broken = super().short_refusal(state, play)
        uses_one_die = len(play.steps) == dict(broken.values)["most"]
        return fouls.foul("winning_move", state.dice) if uses_one_die else broken

    # Parties, and what they count.

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> ArrowState:
        """All men on the start arrows; player 0 throws a die for who opens. See `Game.start`."""
        state = super().start(seats, handicaps)
        return replace(state, table=Way(at_start(self._given(state))))

    def scores(self, state: ArrowState) -> tuple[int, ...]:
        """Points of the running party, one a player."""
        mine, his = state.table.men.score
        return (mine, his) if state.player == 0 else (his, mine)

    def totals(self, state: ArrowState) -> tuple[int, ...]:
        """Parties won so far, each counted as often as it is worth."""
        return super().totals(replace(state, handicaps=()))

    def champions(self, state: ArrowState) -> tuple[int, ...]:
        """Who has won as many parties as the match has; S1: "généralement en 12 parties"."""
        return tuple(player for player, won in enumerate(self.totals(state)) if won >= self.games)

    def payments(self, state: ArrowState) -> tuple[int, ...]:
        """What each player has won (or, negative, lost) in the finished parties, in the unit of the stake."""
        white, black = self.totals(state)
        return (white - black) * self.stake, (black - white) * self.stake

    def ending(self, state: ArrowState) -> ArrowResult | None:
        """S1: "Dès qu'un joueur totalise 12 points ... il a gagné la partie"; it counts once."""
        if state.asked == PARTY:
            return None
        score = state.table.men.score
        for player, mine, his in ((state.player, *score), (1 - state.player, *score[::-1])):
            if mine >= ENOUGH:
                return ArrowResult(len(state.results) + 1, player, worth(his), HOWS[worth(his) - 1])
        return None

    def next_game(self, state: ArrowState) -> ArrowState:
        """The winner says first how the next party begins; he opens it."""
        return replace(state, asked=PARTY)

    def answerer(self, state: ArrowState) -> int:
        """The winner of the party, whose turn it is."""
        return state.player

    def answers(self, state: ArrowState) -> tuple[Say, ...]:
        """S1: "Le gagnant peut exiger que la prochaine partie soit recommencée ... ou bien qu'elle soit prolongée"."""
        won = bool(state.results) and state.results[-1].winner == state.player
        enough = state.table.men.score[0] >= ENOUGH
        return (RESTART, PROLONG) if state.asked == PARTY and won and enough else ()

    def runs(self, state: ArrowState) -> bool:
        """False between two parties: who leaves then loses the match, and no party more."""
        return state.asked != PARTY

    def after_word(self, state: ArrowState, say: Say) -> ArrowState:
        """The next party. The sheet is silent about the loser's points in a prolonged one: they are lost."""
        men: Men = state.table.men
        mine, his = self._given(state)
        score = max(mine, carried(men.score[0], say.word)), his
        if say == RESTART:
            fresh = replace(turns.new_game(self, state, state.player), table=Way(at_start(score)))
        else:
            fresh = replace(state, table=Way(replace(men, score=score)), asked="", thrown=())
        return replace(fresh, news=(Outcome(f"{say.word}s", state.player, (("total", self.scores(fresh)),)),))

    def apply(self, state: ArrowState, event: Event) -> ArrowState:
        """The state after an event; men that are all off are piled on the start arrow again between two throws."""
        after = super().apply(state, event)
        if isinstance(event, Play | Roll) and not state.opening:
            after = self._with_points_reported(state, after)
        return self._restacked(after)

    def _given(self, state: ArrowState) -> tuple[int, int]:
        """Points of both at the start of a party, those of the player whose turn it is first."""
        white, black = state.handicaps or (0, 0)
        return (white, black) if state.player == 0 else (black, white)

    def _with_points_reported(self, before: ArrowState, after: ArrowState) -> ArrowState:
        """The points of a throw, reported before the win they bring."""
        start: Men = before.table.men
        end: Men = (after.table if after.player == before.player else self.turned(after.table)).men
        captures, home = end.start[1] - start.start[1], end.off[0] - start.off[0]
        pont = end.score[0] - start.score[0] - captures - home
        if not captures and not home and not pont:
            return after
        made = (captures, home, pont, self.scores(after))
        news = outcome(self.outcome_ids, "scores", before.player, *made)
        at = next((i for i, item in enumerate(after.news) if item.what == "won"), len(after.news))
        return replace(after, news=(*after.news[:at], news, *after.news[at:]))

    def _restacked(self, state: ArrowState) -> ArrowState:
        """S1: "toutes les dames doivent être retirées progressivement, puis elles sont placées, empilées"."""
        men: Men = state.table.men
        if MEN not in men.off or state.asked or state.champions:
            return state
        fresh = replace(state, table=Way(men.restacked()))
        stood, stands = self.appearance(state), self.appearance(fresh)
        left = dict(state.left) | {space: kind for space, kind in stood.items() if kind != stands[space]}
        players = [state.player] * (men.off[0] == MEN) + [1 - state.player] * (men.off[1] == MEN)
        news = tuple(Outcome("restacks", player) for player in players)
        return replace(fresh, left=tuple(left.items()), news=(*state.news, *news))

    # A position.

    def extras(self, state: ArrowState) -> Mapping[str, Any]:
        """The points of the party, White's first."""
        return {"score": list(self.scores(state))}

    def with_extras(self, state: ArrowState, fields: Mapping[str, Any]) -> ArrowState:
        """The state with the points of the party; those of the start where none are named."""
        men: Men = state.table.men
        white, black = state.handicaps or (0, 0)
        expected = "two numbers of points, White's first"
        white, black = expect.wholes(fields.get("score", [white, black]), "score", 0, MOST_POINTS, expected, 2)
        score = (white, black) if state.player == 0 else (black, white)
        return replace(state, table=Way(replace(men, score=score)))
