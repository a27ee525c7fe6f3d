"""Every rule and every event has a sentence in every language."""

import re
from typing import Any

import pytest
from each import each

from referee.core import Roll
from referee.games import RULE_IDS, profile
from referee.games.tiles import Close
from webui.table.values.events import FIELDS
from webui.table.values.languages import LANGUAGES
from webui.words import spoken, words
from webui.words.events import EVENTS
from webui.words.games import WORDS
from webui.words.games.sentences import event_sentence, foul_sentence, sentence

THIN, FIXED = "\u202f", "\u00a0"
EXAMPLES: dict[str, Any] = {
    "dice": (6, 2),
    "readings": ((6, 2), (5, 2)),
    "due": 2,
    "thrown": (7,),
    "closed": (2, 7),
    "tiles": (4,),
    "seat": 3,
    "opened": (5,),
    "most": 9,
    "sum_due": 8,
    "sum_closed": 9,
    "other": (2,),
    "possible": ((2, 6), (8,)),
    "sums": (8,),
    "alone": (6,),
    "player": 3,
    "word": "double",
    "arrow": "5A",
    "source": "12A",
    "target": "9",
    "steps": 4,
    "men": 2,
    "played": 1,
    "waiting": 1,
    "outside": 3,
    "needed": 6,
    "farther": "6A",
    "greater": 6,
    "kept": (5, 5),
    "aside": (6, 4),
    "threshold": "12",
    "level": 3,
    "targets": (1, 3),
    "own": "12",
    "toward": "12A",
    "reason": "direct",
    "post": "7",
    "die": 5,
    "row": 7,
    "counts": (5, 4, 5, 5),
    "cards": ("W", "1"),
    "card": "9",
    "left": 1,
    "dealt": 3,
    "playable": ("6", "R"),
    "spaces": ("hole-12",),
    "hole": 70,
    "to": 73,
    "block": 18,
    "stands": 74,
    "lands": (25,),
    "rest": 3,
}


def values(rule: str) -> dict[str, Any]:
    return {name: EXAMPLES[name] for name in RULE_IDS[rule]}


def plain(text: str) -> str:
    return text.replace(THIN, " ").replace(FIXED, " ").replace("’", "'")


def test_the_rules_with_a_sentence_are_the_referees_rules() -> None:
    assert {rule for row in WORDS.values() for rule in row.refusals} == set(RULE_IDS)


def test_the_events_with_a_sentence_are_the_events() -> None:
    assert set(EVENTS) == set(FIELDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_is_one_whole_sentence(language: str) -> None:
    for rule in RULE_IDS:
        text = sentence(rule, values(rule), language)
        assert re.fullmatch(r"[A-ZÀÉ].*[.!]", text), rule
        assert "%(" not in text, rule
        assert "(6, 2)" not in text, rule


def test_french_and_english_differ() -> None:
    for rule in RULE_IDS:
        assert sentence(rule, values(rule), "fr") != sentence(rule, values(rule), "en"), rule


@each(
    ("rule", "named", "expected"),
    [
        (
            "sum_mismatch",
            {"dice": (6, 2), "sum_due": 8, "closed": (7, 2), "sum_closed": 9},
            "Avec 6 et 2, les cases fermées doivent faire 8 : tu as fermé 7 et 2, cela fait 9.",
        ),
        (
            "single_not_allowed",
            {"dice": (6, 2), "closed": (6,), "other": (2,)},
            "Avec 6 et 2, si tu fermes 6, ferme aussi 2 : cette case est encore ouverte.",
        ),
        (
            "not_the_dice",
            {"dice": (6, 2), "sum_due": 8, "closed": (3,), "possible": ((2, 6), (8,))},
            "Avec 6 et 2, on ferme 6 et 2, ou bien 8 : tu as fermé 3.",
        ),
        (
            "not_the_dice",
            {"dice": (6, 2), "sum_due": 8, "closed": (3,), "possible": ((2, 6),)},
            "Avec 6 et 2, on ferme 6 et 2 : tu as fermé 3.",
        ),
        (
            "not_the_dice",
            {"dice": (6, 2), "sum_due": 8, "closed": (1, 7), "sum_closed": 8, "possible": ((2, 6), (8,))},
            "Oui, 1 et 7 font bien 8, mais ici on ferme les cases de tes dés, ou de leur somme : 6 et 2, ou bien 8.",
        ),
        (
            "not_the_die",
            {"dice": (6,), "closed": (1, 5)},
            "Oui, 1 et 5 font bien 6, mais avec un seul dé on ferme seulement la case 6.",
        ),
        (
            "not_the_dice",
            {"dice": (6, 2), "sum_due": 8, "closed": (1, 3), "possible": ((2,), (6,), (2, 6), (8,))},
            "Avec 6 et 2, on ferme 6 et 2, ou bien 6, ou bien 2, ou bien 8 : tu as fermé 1 et 3, cela fait 4.",
        ),
        (
            "not_the_dice",
            {"dice": (6, 2), "sum_due": 8, "closed": (3,), "possible": ()},
            "Avec 6 et 2, on ne peut rien fermer : tu as fermé 3.",
        ),
        (
            "too_many",
            {"dice": (6, 2), "closed": (6, 8), "possible": ((6,), (8,))},
            "Avec 6 et 2, on ferme 6, ou bien 8, mais pas tout à la fois.",
        ),
        (
            "total_or_die",
            {"dice": (6, 2), "closed": (5,), "sums": (8, 2), "alone": ()},
            "Avec 6 et 2, les cases fermées doivent faire 8 ou 2 : tu as fermé 5.",
        ),
        (
            "single_not_split",
            {"dice": (6, 2), "closed": (1, 5), "sums": (8,), "alone": (6,)},
            "Oui, 1 et 5 font bien 6, mais un dé seul ne ferme qu'une case. Avec 6 et 2, les cases fermées doivent"
            " faire 8, ou être la case 6 seule : tu as fermé 1 et 5, cela fait 6.",
        ),
        ("must_close", {"dice": (4, 2)}, "Avec 4 et 2, tu as encore une case à fermer avant de relancer."),
        ("dice_count", {"due": 1, "thrown": 2}, "Lance un seul dé."),
        ("dice_count", {"due": 2, "thrown": 1}, "Lance les deux dés en même temps."),
        ("reopened", {"tiles": (5,)}, "La case 5 était déjà fermée : laisse-la fermée."),
        ("reopened", {"tiles": (5, 7)}, "Les cases 5 et 7 étaient déjà fermées : laisse-les fermées."),
        ("already_shut", {"tiles": (3,)}, "La case 3 est déjà fermée."),
    ],
)
def test_a_child_reads_this(rule: str, named: dict[str, Any], expected: str) -> None:
    assert plain(sentence(rule, named, "fr")) == expected


@each(
    ("rule", "named", "expected"),
    [
        (
            "sum_mismatch",
            {"dice": (6, 2), "sum_due": 8, "closed": (7, 2), "sum_closed": 9},
            "Mit 6 und 2 müssen die Klappen zusammen 8 ergeben: Du hast 7 und 2 geschlossen, das macht 9.",
        ),
        (
            "not_the_dice",
            {"dice": (6, 2), "sum_due": 8, "closed": (3,), "possible": ((2, 6), (8,))},
            "Mit 6 und 2 kannst du schließen: 6 und 2 – oder 8. Du hast 3 geschlossen.",
        ),
        (
            "single_not_allowed",
            {"dice": (6, 2), "closed": (6,), "other": (2,)},
            "Mit 6 und 2 gilt: Wenn du 6 schließt, schließ auch 2, denn die ist noch offen.",
        ),
        ("reopened", {"tiles": (5, 7)}, "Die Klappen 5 und 7 waren schon geschlossen: Lass sie geschlossen."),
        ("dice_count", {"due": 2, "thrown": 3}, "Wirf beide Würfel gleichzeitig."),
        ("no_man_there", {"arrow": "bar"}, "Auf der Bar hast du keinen Stein."),
    ],
)
def test_a_child_reads_this_in_german(rule: str, named: dict[str, Any], expected: str) -> None:
    assert sentence(rule, named, "de") == expected


def test_the_referees_own_foul_has_its_sentence() -> None:
    game = profile("OCCE adulte")
    state = game.apply(game.start((1,)), Roll((6, 2)))
    foul = game.move_refusal(state, Close((7, 2)))
    assert foul is not None
    assert foul_sentence(foul, "en") == (
        "With 6 and 2, the closed tiles must make 8: you closed 2 and 7, that makes 9."
    )


def example(event: str) -> dict[str, Any]:
    given = {"dice": [6, None], "tile": 4, "state": "closed", "closed": [8], "score": 16}
    return {"event": event, "player": 1} | {name: given.get(name) for name in FIELDS[event]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_event_is_one_whole_sentence(language: str) -> None:
    for event in FIELDS:
        text = event_sentence(example(event), {1: "Léa"}, language)
        assert re.fullmatch(r"\S.*[.!]", text), event
        assert "None" not in text, event


def test_a_throw_told_anew_is_told_with_what_showed_it() -> None:
    event = {"event": "roll_settled", "player": 1, "dice": [4, 2], "sure": 0.9}
    assert plain(event_sentence(event, {1: "Tom"}, "fr")) == "Tom lance 4 et 2."
    anew = plain(event_sentence(event | {"anew": True}, {1: "Tom"}, "fr"))
    assert anew == "Les cases montrent que Tom a lancé 4 et 2."


@each(
    ("reason", "after", "expected"),
    [
        ("", [1, 3, 5], "Léa : la case 2 est fermée et les cases 3 et 5 sont ouvertes."),
        ("tombée", [], "Léa a tout fermé."),
        ("undo", [1, 3, 5], "On revient en arrière."),
        ("", [1, 2], "Corrigé : les cases restent comme elles sont."),  # the dice, not the tiles
    ],
)
def test_a_corrected_board_is_told_with_its_tiles(reason: str, after: list[int], expected: str) -> None:
    correction = {"before": {"open": [1, 2]}, "after": {"open": after}, "by": "teacher", "reason": reason}
    event = {"event": "corrected", "player": 1} | correction
    assert plain(event_sentence(event, {1: "Léa"}, "fr")) == expected


@each(
    ("things", "both", "either"),
    [((), "", ""), ((8,), "8", "8"), ((3, 5), "3 et 5", "3 ou 5"), ((1, 2, 5), "1, 2 et 5", "1, 2 ou 5")],
)
def test_lists_read_as_in_a_sentence(things: tuple[int, ...], both: str, either: str) -> None:
    assert words("fr").all_of(things) == both
    assert words("fr").any_of(things) == either


@each(
    ("name", "text"),
    [
        ("Ana", "le cadre d'Ana"),
        ("Éric", "le cadre d'Éric"),
        ("Tom", "le cadre de Tom"),
        ("Yanis", "le cadre de Yanis"),
        ("Yves", "le cadre d'Yves"),
    ],
)
def test_french_shortens_before_a_vowel(name: str, text: str) -> None:
    named = {"seat": 3, "owner": name, "name": "Léa", "mine": False}
    assert plain(sentence("other_frame", named, "fr")) == f"C'est {text}, et c'est à Léa de jouer."


@pytest.mark.parametrize(
    ("language", "mine", "theirs"),
    [
        ("fr", "Je ne vois pas ta case 4 : remets-la.", "Je ne vois pas la case 4 dans le cadre de Tom : remets-la."),
        ("en", "I cannot see your tile 4: put it back.", "I cannot see tile 4 in Tom's frame: put it back."),
        (
            "de",
            "Ich sehe deine Klappe 4 nicht: Leg sie zurück.",
            "Ich sehe Klappe 4 im Rahmen von Tom nicht: Leg sie zurück.",
        ),
    ],
)
def test_a_missing_tile_is_named_with_whose_it_is(language: str, mine: str, theirs: str) -> None:
    values = {"seat": 3, "tiles": (4,), "owner": "Tom"}
    assert plain(sentence("tile_missing", {**values, "name": "Tom", "mine": True}, language)) == mine
    assert plain(sentence("tile_missing", {**values, "name": "Léa", "mine": False}, language)) == theirs


def test_a_terminal_is_answered_in_its_language() -> None:
    languages = [spoken({"LANG": text}) for text in ("", "C", "fr_FR.UTF-8", "de_AT.UTF-8", "en_GB.UTF-8", "it_IT")]
    assert languages == ["fr", "fr", "fr", "de", "en", "en"]
    assert spoken({"LC_ALL": "de_DE", "LANG": "fr_FR"}) == "de"


def test_an_unknown_language_reads_french() -> None:
    assert words("xx").language == "fr"
