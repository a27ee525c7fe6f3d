"""What was put right, in one sentence that a child reads."""

from typing import Any

from each import each

from webui.table.values.languages import LANGUAGES
from webui.words.corrections import closed_since, just_put_right, report_of
from webui.words.games.sentences import event_sentence

NAMES = {1: "Zoé", 2: "Léo"}


def right(what: str, before: Any, after: Any, **more: Any) -> dict[str, Any]:
    """A correction by Piste, changed by `more`."""
    line = {"event": "corrected", "t": 9.0, "player": 1, "seat": 1, "what": what, "of": 5.0, "before": before}
    return line | {"after": after, "when": 5.0, "by": "piste", "reason": "dice"} | more


def by_hand(what: str, before: Any, after: Any, **more: Any) -> dict[str, Any]:
    """A correction by a person with unchanged tiles, changed by `more`."""
    stood = {"dice": [6, 2], "open": [1, 3, 5], "scores": {"1": 9}}
    line = {"by": "person", "who": "teacher", "reason": None, "stood": stood, "stands": stood}
    return right(what, before, after, **line | more)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")


MOVE = {"move": "2+6", "closed": [2, 6], "open": [1, 3]}
LESS = {"move": "8", "closed": [8], "open": [1, 3]}
MEN = {"white x 4": ["arrow-6"], "white x 1": ["arrow-9"]}
PAWNS = {"pawn 1 x 3": ["base-1"], "pawn 1": ["hole-3"], "empty": ["hole-5"]}
TURN = {"open": [1, 3], "score": 4}


@each(
    ("event", "expected"),
    [
        (
            right("roll", [4, 3], [5, 3], reason="tiles", shown=[3, 5]),
            "C'était un 5 : la case 5 a été fermée.",
        ),
        (right("roll", [4, 3], [5, 3], reason="tiles", shown=[8]), "C'était un 5, pas un 4."),
        (right("roll", [4, 3], [5, 3]), "C'était un 5, pas un 4."),
        (right("roll", [4, 4], [4, 3]), "C'était un 3, pas un 4."),
        (right("roll", [6, 3], [5, 4]), "Le lancer était 5 et 4."),
        (right("roll", [6], [5, 4]), "Le lancer était 5 et 4."),
        (right("roll", [6, 2], [2, 6]), "C'est Zoé qui a lancé 2 et 6."),
        (right("roll", [6, 2], None), "Ce n'était pas un nouveau lancer."),
        (right("roll", None, [6, 2], of=None), "Zoé avait déjà lancé 6 et 2."),
        (right("move", LESS, MOVE), "Zoé a fermé 2 et 6."),
        (right("move", None, MOVE, of=None), "Zoé avait déjà fermé 2 et 6."),
        (right("move", MOVE, None), "Zoé n'a pas fermé 2 et 6."),
        (right("turn", TURN, None), "Le tour de Zoé n'est pas fini."),
        (right("turn", None, TURN), "Zoé s'arrête à 4 points."),
        (right("turn", TURN, TURN | {"score": 1}), "Zoé s'arrête à 1 point."),
        (right("tile", None, {"closed": ["seat-1/slot-4"]}), "Les cases sont notées comme elles sont."),
        (by_hand("roll", [6, 2], [5, 3]), "Les dés étaient 5 et 3, pas 6 et 2."),
        (by_hand("roll", None, [5, 3]), "Les dés étaient 5 et 3."),
        (by_hand("roll", [6], [5]), "Le dé était un 5, pas un 6."),
        (by_hand("roll", [6, 2], None), "Le lancer ne compte plus."),
        (
            by_hand("move", MOVE, LESS, stands={"open": [2, 6]}),
            "Zoé : les cases 1, 3 et 5 sont fermées et les cases 2 et 6 sont ouvertes.",
        ),
        (by_hand("move", MOVE, LESS, stands={"open": [1, 3]}), "Zoé : la case 5 est fermée."),
        (by_hand("move", MOVE, LESS, stands={"open": [1, 3, 5, 8]}), "Zoé : la case 8 est ouverte."),
        (by_hand("move", MOVE, LESS, stands={"open": []}), "Zoé a tout fermé."),
        (by_hand("tile", {"open": [1]}, {"open": [1]}), "Corrigé : les cases restent comme elles sont."),
        (by_hand("turn", None, TURN), "Zoé s'arrête à 4 points."),
        (by_hand("move", MOVE, None, reason="undo"), "On revient en arrière : 2 et 6 sont rouvertes."),
        (by_hand("move", LESS, None, reason="undo"), "On revient en arrière : la case 8 est rouverte."),
        (by_hand("roll", [6, 2], None, reason="undo"), "On revient en arrière : le lancer ne compte plus."),
        (
            by_hand("tile", None, None, reason="undo", stands={"open": [1, 2, 3, 5, 6]}),
            "On revient en arrière : 2 et 6 sont rouvertes.",
        ),
        (by_hand("tile", None, None, reason="undo"), "On revient en arrière."),
        (by_hand("tile", None, MEN, spent=False), "Le plateau a été remis comme il est vraiment."),
        (by_hand("tile", None, PAWNS), "Le plateau a été remis comme il est vraiment."),
        (
            by_hand("tile", None, MEN | {"black": ["turn"]}, spent=True),
            "Le plateau a été remis comme il est vraiment ; ce lancer ne compte plus.",
        ),
        (
            by_hand("tile", None, {"black": ["turn"]}, spent=False),
            "Le plateau a été remis comme il est vraiment ; c'est à l'autre joueur de lancer.",
        ),
        (
            by_hand("tile", None, {"place 2": ["turn"]}, spent=False),
            "Le plateau a été remis comme il est vraiment ; c'est à quelqu'un d'autre.",
        ),
        (by_hand("tile", MEN, None, reason="undo"), "On revient en arrière : le plateau est comme avant."),
    ],
)
def test_a_correction_is_one_calm_sentence(event: dict[str, Any], expected: str) -> None:
    assert plain(event_sentence(event, NAMES, "fr")) == expected
    for language in LANGUAGES:
        assert event_sentence(event, NAMES, language).endswith(".")


ROLLED = {"event": "roll_settled", "t": 5.0, "player": 1, "dice": [4, 3]}
THROWN = {"event": "roll_started", "t": 4.8, "player": 1}


def flipped(t: float, tile: int, state: str = "closed") -> dict[str, Any]:
    return {"event": "tile_flipped", "t": t, "player": 1, "tile": tile, "state": state}


def test_the_revealing_tiles_were_closed_with_that_throw() -> None:
    event = right("roll", [4, 3], [5, 3], reason="tiles")
    history = [
        flipped(3.0, 9),
        THROWN,
        ROLLED,
        flipped(7.0, 1),
        flipped(7.5, 1, "open"),
        flipped(8.0, 3),
        event,
    ]
    history += [flipped(9.5, 5), THROWN | {"t": 12.0}, flipped(13.0, 7)]
    assert closed_since(history, event) == [3, 5]


def test_a_compound_correction_is_reported_by_its_cause() -> None:
    roll, move = right("roll", [4, 3], [5, 3]), right("move", MOVE, None)
    turn = right("turn", TURN, None, player=2)
    history = [move, turn, roll]
    assert [line["what"] for line in history if report_of(history, line)] == ["roll"]
    undo = [by_hand(line["what"], line["before"], line["after"], reason="undo") for line in (roll, move)]
    assert [line["what"] for line in undo if report_of(undo, line)] == ["move"]


def test_what_a_person_corrects_is_told_for_each_player() -> None:
    history = [
        by_hand("tile", None, None),
        by_hand("tile", None, None, player=2),
        by_hand("turn", TURN, None),
    ]
    assert [(line["player"], line["what"]) for line in history if report_of(history, line)] == [
        (2, "tile"),
        (1, "turn"),
    ]


@each(
    ("since", "is_news"),
    [
        ([], True),
        ([flipped(9.5, 5)], True),
        ([{"event": "game_ended", "t": 9.0}], True),
        ([THROWN | {"t": 9.5}], False),
    ],
)
def test_what_piste_put_right_is_news_until_something_else_happens(
    since: list[dict[str, Any]], is_news: bool
) -> None:
    news = just_put_right([ROLLED, right("roll", [4, 3], [5, 3]), *since])
    assert (news is not None) is is_news
    assert just_put_right([by_hand("roll", [4, 3], [5, 3]), *since]) is None
