"""Words that all games share: throws, a match and its players, games with points, play-offs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .. import N_, Nn_, Words
from .forms import Fill, Sentence, Values, cases, counted, joined, listed, of, says
from .row import GameWords, HouseRule


def called(name: str) -> Fill:
    """The players with these numbers, from 1, by name; by number if there are no names."""
    return lambda w, v: w.any_of(player_called(w, v.get("everybody", ()), number) for number in listed(v[name]))


def player_called(w: Words, everybody: Sequence[str], number: int) -> str:
    """A player by name; by number without names, and "nobody" if that number does not play."""
    if not everybody:
        return w.t("Player %(number)s", number=number)
    return everybody[number - 1] if 0 < number <= len(everybody) else w.t("That player")


REFUSALS: Mapping[str, Sentence] = {
    "dice_count": cases(
        "due",
        {1: N_("Throw one die only."), 2: N_("Throw both dice at the same time.")},
        N_("Throw the %(due)s dice at the same time."),
    ),
    "not_dice": N_("A die shows 1 to 6: %(thrown)s is no throw."),
    "game_over": N_("The game is over: nothing more can be played."),
    "paused": N_("The game is paused: let it go on first."),
    "not_paused": N_("The game is going on already."),
    "not_at_start": N_("The board can be set up by hand only before the first throw."),
    "not_in_this_game": N_("There is no such thing in this game."),
    "no_such_player": says(N_("%(player)s is not playing."), player=called("player")),
    "last_player": N_("You are the last one playing: end the game instead."),
}
"""The rules that every game knows."""


def standings(w: Words, names: Iterable[str], points: Iterable[int | None]) -> str:
    """Every player's points: "Léa 12, Max 37", without those who did not play."""
    pairs = zip(names, points, strict=True)
    return ", ".join(f"{name} {w.amount(score)}" for name, score in pairs if score is not None)


def everybodys(points: str) -> Fill:
    """The points of that name, each with its player."""
    return lambda w, v: standings(w, v["everybody"], v[points])


def why(w: Words, v: Values) -> str:
    """Why a turn passed or stopped."""
    return str(v["why"])


def play_offs(w: Words, v: Values) -> str:
    """Each play-off in a sentence."""
    rounds = (standings(w, v["everybody"], points) for points in v["play_offs"])
    return " ".join(w.t("Play-off: %(points)s.", points=points) for points in rounds)


WINS = counted(Nn_("%(names)s wins!", "%(names)s win together!"), "winners", names=of("winners"))
"""Who has won."""

OUTCOMES: Mapping[str, Sentence] = {
    "game": joined(says(N_("Game %(number)s: %(points)s."), points=everybodys("points")), play_offs, WINS),
    "play_off": says(N_("Level! %(names)s play on until one of them is ahead."), names=of("players")),
    "match": joined(
        play_offs,
        counted(
            Nn_("The match is over: %(names)s wins it!", "The match is over: %(names)s win it together!"),
            "winners",
            names=of("winners"),
        ),
    ),
}
"""What ends in every game with points: `referee.story.ENDS`."""

YES_NO: Mapping[bool, str] = {True: N_("Yes"), False: N_("No")}

HOUSE_RULES: Mapping[str, HouseRule] = {
    "show_legal": (
        N_("Show what may be closed?"),
        {
            "always": N_("Always"),
            "on_request": N_("Only when a player asks"),
            "never": N_("Never: the players find it themselves"),
        },
    ),
}
"""The rules that every house has."""

SHARED = GameWords(refusals=REFUSALS, outcomes=OUTCOMES, house_rules=HOUSE_RULES)
"""The words of a game without its own."""
