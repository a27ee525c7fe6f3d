"""The rules of Trente."""

from __future__ import annotations

from .. import N_, Nn_
from ..games.forms import cases, says, several
from .sheet import Example, Paragraph, PlayStep, RuleSheet, ThrowStep, TryStep, always, where

STANDARD = where(rules=("standard",))
NOUS = where(rules=("nous",))

AIM = cases(
    "rules",
    {"nous": N_("Set six dice aside so that they make 30 or more. What is beyond 30 strikes another player.")},
    N_("Set six dice aside so that they make 30 or more, or 12 or less. What is beyond it strikes another player."),
)

ROUND = Paragraph(
    "round",
    N_("A round"),
    (
        (
            several(
                Nn_("Everybody begins a round with %(n)s point.", "Everybody begins a round with %(n)s points."),
                "start_score",
            ),
            always,
        ),
        (N_("Below zero you are out of the round. With 0 you still play."), always),
        (N_("The round ends when one player at most has 0 points or more. The highest score wins it."), always),
        (N_("The first who was out begins the next round."), always),
    ),
)

ASIDE = Paragraph(
    "aside",
    N_("Throw, and set aside"),
    (
        (N_("Throw all six dice. Set one aside at least."), always),
        (N_("Throw the others again, and set one aside at least. So on, until six lie aside."), always),
        (N_("A die that was set aside is not thrown again."), always),
    ),
    rules=("dice_count", "not_dice", "must_keep", "throw_to_keep", "not_thrown", "aside_thrown", "aside_stays"),
    examples=(
        Example(
            "setting-aside",
            N_("A turn in three throws"),
            "",
            (
                ThrowStep((6, 3, 5, 2, 4, 6)),
                TryStep("1", "not_thrown"),
                PlayStep("6+6"),
                ThrowStep((5, 3, 2, 4, 1, 1), "aside_thrown"),
                ThrowStep((5, 3, 2, 4)),
                TryStep("5+4"),
                PlayStep("5"),
                ThrowStep((4, 5, 4)),
                PlayStep("4+5+4"),
            ),
            30,
        ),
    ),
)

THRESHOLD = Paragraph(
    "threshold",
    N_("What your dice should make"),
    (
        (N_("The very first die that you set aside decides."), STANDARD),
        (N_("Is it a 1, 2 or 3? Then your six dice should make 12 or less."), STANDARD),
        (N_("Is it a 4, 5 or 6? Then they should make 30 or more."), STANDARD),
        (N_("Your six dice should always make 30 or more."), NOUS),
        (N_("Exactly 30: nothing happens. Below it you lose a point for each one that is missing."), NOUS),
        (N_("Exactly met: nothing happens. Missed: you lose a point for each one that is missing."), STANDARD),
    ),
    rules=("first_die_decides",),
    examples=(
        Example(
            "exactly",
            N_("4, 5, 6, 6, 5, 4: exactly 30"),
            "",
            (ThrowStep((4, 5, 6, 6, 5, 4)), TryStep("5"), PlayStep("4+5+6+6+5+4")),
            30,
        ),
        Example(
            "missed",
            N_("6, 3, 3, 2, 5, 6: 25 instead of 30"),
            "",
            (ThrowStep((6, 3, 3, 2, 5, 6)), TryStep("4", "not_thrown"), PlayStep("6+3+3+2+5+6")),
            25,
        ),
        Example(
            "low-missed",
            N_("1, 5, 4, 3, 5, 4: 22 instead of 12"),
            "",
            (ThrowStep((1, 5, 4, 3, 5, 4)), PlayStep("1+5+4+3+5+4")),
            20,
            STANDARD,
        ),
        Example(
            "always-high",
            N_("1, 5, 4, 3, 5, 4: 22 instead of 30"),
            "",
            (ThrowStep((1, 5, 4, 3, 5, 4)), PlayStep("1+5+4+3+5+4")),
            22,
            NOUS,
        ),
    ),
)

ATTACK = Paragraph(
    "attack",
    N_("The attack"),
    (
        (N_("Beyond it you attack. So many beyond, that is the level of your attack: 1 to 6."), always),
        (N_("In the first round you attack the next player, in the second the one before."), STANDARD),
        (N_("In the third round you choose, before you throw for the damage."), STANDARD),
        (N_("At your table you begin with the second round."), where(rules=("standard",), round=(2,))),
        (N_("At your table you begin with the third round."), where(rules=("standard",), round=(3,))),
        (N_("2, 4 or 6 beyond strikes your neighbour at the right. 1, 3 or 5 strikes the one at the left."), NOUS),
        (N_("Throw all six dice. Keep those that show the level, and throw the others again."), always),
        (N_("Go on as long as each throw shows the level at least once."), always),
        (N_("All six of them are a full hand: throw all six again."), always),
        (N_("Each die that you kept takes its points from the other player."), always),
    ),
    rules=("target_first", "no_attack_due", "not_yourself", "target_dead", "not_a_target"),
    examples=(
        Example(
            "no-hit",
            N_("An attack that hits nothing"),
            "",
            (ThrowStep((6, 5, 6, 6, 4, 6)), PlayStep("6+5+6+6+4+6"), ThrowStep((1, 1, 2, 4, 5, 6))),
            30,
        ),
        Example(
            "full-hand",
            N_("A full hand"),
            "",
            (
                ThrowStep((6, 5, 6, 6, 5, 4)),
                PlayStep("6+5+6+6+5+4"),
                TryStep("attack-1", "no_attack_due"),
                ThrowStep((2, 2, 2, 2, 5, 6)),
                ThrowStep((2, 2)),
                ThrowStep((2, 1, 3, 4, 5, 6)),
                ThrowStep((1, 3, 4, 5, 6)),
            ),
            30,
        ),
    ),
)

REVENGE = Paragraph(
    "revenge",
    N_("Revenge"),
    (
        (N_("Does another knock you out? Then you may play one more turn at once."), where(revenge=("yes",))),
        (N_("With it you may attack anybody, even who is out."), where(revenge=("yes",))),
        (N_("Who knocks himself out takes no revenge."), where(revenge=("yes",))),
        (N_("A revenge that misses costs points, as any turn."), where(revenge=("yes",), revenge_penalty=(True,))),
        (N_("A revenge that misses costs nothing."), where(revenge=("yes",), revenge_penalty=(False,))),
        (N_("Nobody takes revenge at your table."), where(revenge=("no",))),
    ),
    rules=("revenge_first", "no_revenge_due"),
)

WINNER = Paragraph(
    "winner",
    N_("Who wins"),
    (
        (several(Nn_("You play %(n)s round.", "You play %(n)s rounds."), "rounds"), always),
        (N_("Whoever has won most rounds wins. Level? Then the points of all rounds are added."), STANDARD),
        (N_("Each round is a game of its own."), NOUS),
        (says(N_("Every loser puts in %(stake)s for a round; the winner takes it.")), lambda o: o["stake"] > 0),
    ),
    rules=("game_over",),
)

PISTE = Paragraph(
    "piste",
    N_("What Piste does"),
    (
        (N_("Piste reads the dice, or you tap what they show."), always),
        (N_("It counts, and it says when something does not fit."), always),
        (N_("To make a mistake is not bad: choose again."), always),
        (N_("Is Piste not sure? Then it asks you. It never guesses a score."), always),
        (N_("During a pause nothing counts. Press “Go on” first."), always),
    ),
    rules=(
        "dice_unsure", "board_unsure", "paused", "not_paused", "not_at_start", "not_in_this_game", "no_such_player",
        "last_player",
    ),
)  # fmt: skip

TRENTE = RuleSheet(AIM, (ROUND, ASIDE, THRESHOLD, ATTACK, REVENGE, WINNER, PISTE))
