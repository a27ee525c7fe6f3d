"""Why a position is impossible, or has no next move: the referee's message as a sentence."""

from __future__ import annotations

from . import N_, Words

WHY: tuple[tuple[str, str], ...] = (
    ("a game that is not over", N_("So the game would be over already: change the board or the points.")),
    ("all of both borne off", N_("So the game would be over already: change the board or the points.")),
    ("with eight pawns", N_("So the game would be over already: change the board or the points.")),
    ("to be taken off", N_("A man that has come to its last arrow has arrived: put it beside the board.")),
    ("no men on a bar", N_("There is no bar in this game: no man can wait there.")),
    ("two or more players with 0", N_("At least two players need 0 points or more.")),
    ("one who plays", N_("Who is knocked out does not play: say that somebody else plays now.")),
    ("deaths", N_("Only who has less than 0 points is knocked out.")),
    ("whole numbers", N_("Points are whole numbers.")),
    ("numbers of points", N_("Points are whole numbers, 0 or more.")),
    ("man at", N_("No man of this colour can stand there: it is the other player's place.")),
    ("a pawn that may stand there", N_("This pawn cannot stand there.")),
    ("men in all", N_("Each player has fifteen men: count them again.")),
    ("pawns of place", N_("Each player has four pawns: count them again.")),
    ("it stands so already", N_("The board stands so already: there is nothing to put right.")),
    ("throw in doubt", N_("Say first what the dice show.")),
    ("while cards are given", N_("The cards go to the partner first; then say whose turn it is.")),
    ("still holds a card", N_("This player has no card left to play.")),
    ("holds known cards", N_("Piste knows these cards: lay the one that was played.")),
    ("the game is paused", N_("The game is paused: let it go on first.")),
    ("men of one colour", N_("On one arrow only men of one colour can stand.")),
)
"""What the referee expects, as its message has it -> what a player reads."""


def why_not(w: Words, error: str) -> str:
    """Why a position is impossible, in a sentence; `error` is the referee's message."""
    text = next((text for expected, text in WHY if expected in error), N_("Nobody can play on from there."))
    return w.t(text)
