"""The house rules of Trente, and what depends on them alone: thresholds and targets."""

from __future__ import annotations

from dataclasses import dataclass

from ...options import Switches, number, switch
from ...rules import COMMON, foul_of, joined
from .dice import threshold_of
from .moves import Keep
from .state import HIGH, TrenteState

RULE_IDS = joined(
    COMMON,
    {
        "must_keep": ("dice",),  # thrown again before one of `dice` was set aside
        "throw_to_keep": ("due",),  # set aside before the `due` dice were thrown
        "not_thrown": ("kept", "dice"),  # some of `kept` are not among the dice thrown
        "aside_thrown": ("aside", "due", "thrown"),  # dice set aside were thrown again with the `due` others
        "aside_stays": ("aside",),  # these dice lay aside and do not any more
        "first_die_decides": ("threshold",),  # the threshold named is not that of the first die set aside
        "target_first": ("level", "targets"),  # went on before saying which of `targets` is attacked
        "no_attack_due": (),  # named a target where none is to be chosen
        "not_yourself": ("targets",),  # attacked oneself
        "target_dead": ("target", "targets"),  # the target is out of the round already
        "not_a_target": ("target", "targets"),  # attacked who cannot be attacked now
        "revenge_first": ("player",),  # play went on before `player`, who was killed, answered
        "no_revenge_due": (),  # no revenge is due
    },
)
"""Rule ids of Trente. Players are numbered from 1."""

foul = foul_of(RULE_IDS)


@dataclass(frozen=True)
class TrenteRules(Switches):
    """The switches of the sheet, and of the family's remarks on it (S4).

    Attributes:
        rules: "standard" (the first die decides between 12 and 30; the round decides who is attacked) or "nous" (the
            family's remarks: always 30; an even level attacks the player at the right, an odd one at the left).
        revenge: "yes" if a player killed by another may play one more turn at once.
        revenge_penalty: True where a revenge that misses its threshold costs points, as any turn.
        round: the number of a match's first round. The rules of attack go by it: round 1 the next player, 2 the one
            before, from 3 on whoever one likes.
        rounds: how many rounds a match has.
        start_score: points of every player at the start of a round.
        tie: equal players at the end "shared" the win, or play an "extra_game": under "nous" after each round, which
            is a game of its own there, else at the end of the match.
        stake: what each player pays into a round; the winner takes it.
        show_legal: teaching switch: what may be done is shown "always", "on_request" or "never".

    Raises:
        BadOption: a field has a value it cannot have.
    """

    rules: str = switch("standard", "nous")
    revenge: str = switch("yes", "no")
    revenge_penalty: bool = switch(True, False)
    round: int = number(1, 1, 3)
    rounds: int = number(3, 1, 99)
    start_score: int = number(30, 1, 999)
    tie: str = switch("shared", "extra_game")
    stake: int = number(0, 0, 1_000_000)
    show_legal: str = switch("always", "on_request", "never")

    # What the sheet says.

    @property
    def always_high(self) -> bool:
        """S4: "Nous, on joue sur le seuil de 30 tout le temps."."""
        return self.rules == "nous"

    @property
    def settles_each_round(self) -> bool:
        """True when a tie is decided in every round: "Pour Nous, chaque manche est une partie"."""
        return self.rules == "nous" and self.tie == "extra_game"

    def direction(self, number: int, level: int) -> int:
        """Who is attacked in a round of that number: 1 the next living player clockwise, -1 the one before, 0 any.

        S4: "+2 c’est pair ça détermine que c’est mon joueur de droite", "( impair), se serait le joueur de gauche";
        going clockwise the next player is the one at the left.
        """
        if self.rules == "nous":
            return 1 if level % 2 else -1
        return {1: 1, 2: -1}.get(number, 0)

    def round_number(self, state: TrenteState) -> int:
        """The running round's number, from `round`; a play-off has that of the round before it."""
        return self.round + min(len(state.results), self.rounds - 1)

    def threshold_with(self, aside: tuple[int, ...]) -> int:
        """The threshold of a turn with these dice aside, the first of them first: LOW or HIGH.

        Without any it is HIGH where that is always so, and 0 where the first die is yet to decide.
        """
        if aside:
            return threshold_of(aside[0], always_high=self.always_high)
        return HIGH if self.always_high else 0

    def threshold_after(self, state: TrenteState, keep: Keep) -> int:
        """The threshold of the turn once these dice are set aside: LOW or HIGH."""
        return state.threshold or self.threshold_with(keep.dice)
