"""The rules' pages: every example is what the referee says, and every refusal leads to a paragraph."""

import random
import re
from itertools import product

import pytest
from each import each

from referee.core import Roll, SetUp, Touched
from referee.games import GAMES, find
from referee.options import choices, values
from webui.site.show.rules import default_setup, rules_page
from webui.site.show.worked import worked
from webui.table.values.actions import CloseTiles, PlayMove, Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import WATCHED
from webui.words import words
from webui.words.rules import ExampleStep, has_rules, paragraph_of, rule_sheet

TILES = tuple(game.name for game in WATCHED)
PLAYED = ("trente", "jacquet", "backgammon", "trictrac", "tock")
TOLD = ("single", "one_die", "single_combo", "single_only_if_needed", "tiles", "turns")
"""House rules of tiles that change what an example may show; the others change only sentences."""
MANY = 40
"""Houses that are looked at where there are more."""
NO_RULE = ("show_legal", "stake", "start_score", "games")
"""House rules that are aids to learners, and numbers that no example depends on."""
LONGEST = 22
"""Words of a sentence."""
every_game = pytest.mark.parametrize("game", [*TILES, *PLAYED])


def switches(game: str) -> dict[str, tuple]:
    """The house rules with a few values each that a page may mention."""
    told = {one.name: one.values for one in choices(find(game)) if one.values and one.name not in NO_RULE}
    if game in TILES:
        return {name: told[name] for name in told if name in TOLD}
    return told | {"trente": {"round": (1, 2, 3)}, "backgammon": {"points": (0, 1, 5)}}.get(game, {})


def houses(game: str) -> list[Setup]:
    """Every house of a game of tiles; of the others each rule changed alone, and many of all combinations."""
    named, rng = switches(game), random.Random(game)
    usual = {name: allowed[0] for name, allowed in named.items()}
    alone = [usual | {name: value} for name, allowed in named.items() for value in allowed]
    every = [dict(zip(named, chosen, strict=True)) for chosen in product(*named.values())]
    if game in TILES:
        return [_house(game, chosen) for chosen in every]
    drawn = every if len(every) <= MANY else rng.sample(every, MANY)
    return [_house(game, chosen) for chosen in (*alone, *drawn)]


def _house(game: str, chosen: dict[str, object]) -> Setup:
    usual = default_setup(game)
    return Setup(game, usual.players, options=tuple(sorted(chosen.items())), games=usual.games)


def examples(setup: Setup) -> list:
    options = values(setup.build())
    told = (one for paragraph in rule_sheet(setup.game).paragraphs.values() for one in paragraph.examples)
    return [one for one in told if one.fits(options)]


def test_every_game_has_its_page() -> None:
    assert [game.name for game in GAMES if not has_rules(game.name)] == []


@every_game
def test_examples_agree_with_the_referee_under_all_house_rules(game: str) -> None:
    for setup in houses(game):
        keys = [one.key for one in examples(setup)]
        assert len(set(keys)) == len(keys) >= (1 if game in TILES else 5)
        for example in examples(setup):
            match = Setup(game, setup.players, options=setup.options, games=example.games).match()
            match = match.then(SetUp(example.position_text())) if example.position else match
            for step in example.steps:
                match = followed(match, step, example.key)
            assert match.game.scores(match.state)[0] == example.score, (example.key, setup.options)


def followed(match, step: ExampleStep, key: str):
    """The match after a step, which breaks the rule that it says, or none."""
    if step.look:
        return match
    if step.touch:
        return match.then(Touched(step.touch))
    if step.throw:
        event, foul = Roll(step.throw), match.game.roll_refusal(match.state, Roll(step.throw))
    else:
        event = match.game.from_text(step.attempt or step.play)
        foul = match.game.move_refusal(match.state, event)
    assert (foul.rule if foul else "") == step.breaks, (key, step)
    return match if foul or step.attempt else match.then(event)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_of_each_step_what_the_referee_says(game: str, language: str) -> None:
    for setup in houses(game)[::24]:
        for example in examples(setup):
            shown = worked(words(language), example, setup)
            assert [one.rule for one in shown] == [step.breaks for step in example.steps]
            assert all((one.tone == "refused") is bool(one.rule) for one in shown)
            assert shown[-1].score == example.score
            assert all(one.says for one in shown)
            assert all(text for one in shown for text in one.says)
            assert all(one.why == paragraph_of(game, one.rule) != "" for one in shown if one.tone == "refused")


@each("game", TILES)
def test_each_example_plays_or_refuses_something(game: str) -> None:
    steps = [step for example in examples(default_setup(game)) for step in example.steps]
    assert any(step.attempt and step.breaks for step in steps)
    assert any(step.attempt and not step.breaks for step in steps)
    assert any(step.play for step in steps)


@every_game
def test_exactly_one_paragraph_explains_each_refusal(game: str) -> None:
    explained = [rule for paragraph in rule_sheet(game).paragraphs.values() for rule in paragraph.rules]
    assert sorted(explained) == sorted(find(game).rule_ids)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paragraph_is_empty_and_sentences_are_short(game: str, language: str) -> None:
    for setup in houses(game)[::14]:
        for paragraph in rules_page(setup, language, running=False).paragraphs:
            assert paragraph.says or (game, paragraph.key) == ("royal", "stakes"), (paragraph.key, setup.options)
            for text in paragraph.says:
                for mark in ("!", "?", ":"):
                    text = text.replace(f"{mark} ", ". ").replace(f"\N{NARROW NO-BREAK SPACE}{mark} ", ". ")
                for sentence in text.replace("\N{NO-BREAK SPACE}. ", ". ").split(". "):
                    assert len(sentence.split()) <= LONGEST, sentence


@each("game", PLAYED)
def test_every_variant_changes_the_page(game: str) -> None:
    named, usual = switches(game), {name: allowed[0] for name, allowed in switches(game).items()}
    for name, allowed in named.items():
        pages = [rules_page(_house(game, usual | {name: value}), "fr", running=False) for value in allowed]
        if name not in ("tie", "crawford", "revenge_penalty"):  # told only where other rules make them count
            assert len({tuple(one.says for one in page.paragraphs) for page in pages}) == len(allowed), name
        assert len({page.variants for page in pages}) == len(allowed), name


def test_the_page_names_variants_as_the_form_does(teacher) -> None:
    teacher.live.new_game(Setup("jacquet", players_at((1, 2)), options=(("block", 99), ("exit", "overshoot"))))
    teacher.post("/language", language="fr", back="/")
    form, page = teacher.words("/new"), teacher.words("/regles/jacquet")
    for question, here in rules_page(default_setup("jacquet"), "fr", running=False).variants:
        assert plain(question) in form
        assert plain(here) in form
        assert plain(question) in page
    assert "Autant qu" in page
    assert "Autant qu" not in teacher.words("/regles/jacquet?feuille=1").split("Variantes")[-1]


def plain(text: str) -> str:
    """A text as a visitor's `words` gives it."""
    return " ".join(text.split())


@every_game
def test_the_page_has_an_anchor_for_every_refusal(visitor, game: str) -> None:
    page = visitor.page(f"/regles/{game}")
    board = {"trente": "is-aside", "tock": "is-tock"}.get(game, "is-arrows")
    assert game in TILES or board in page
    assert 'type="checkbox"' not in page
    assert "<form" not in page.partition("<main")[2]
    assert [rule for rule in find(game).rule_ids if f'id="rule-{rule}"' not in page] == []


def test_an_example_of_trente_shows_its_attack(visitor) -> None:
    visitor.post("/language", language="fr", back="/")
    assert "main pleine" in visitor.page("/regles/trente?exemple=full-hand&pas=99")


@pytest.mark.parametrize(
    ("game", "actions", "rule"),
    [
        ("occe_child", (Throw((4, 2)), CloseTiles((5,))), "not_the_dice"),
        ("trente", (Throw((1, 1, 2, 2, 3, 3)), PlayMove("6")), "not_thrown"),
        ("jacquet", (Throw((5,)), Throw((2,)), Throw((6, 5)), PlayMove("1/7+1/6")), "postillon_first"),
        ("backgammon", (Throw((5,)), Throw((2,)), Throw((6, 4)), PlayMove("13/3")), "no_die_for_it"),
        ("trictrac", (Throw((5,)), Throw((2,)), Throw((5, 4)), PlayMove("1/6+1/13")), "no_die_for_it"),
        ("tock", (PlayMove("A:in"),), "deal_first"),
    ],
)
def test_a_refusal_on_the_table_leads_to_its_paragraph(teacher, game, actions, rule) -> None:
    usual = default_setup(game)
    teacher.live.new_game(Setup(game, players_at(range(1, len(usual.players) + 1)), usual.profile))
    for action in actions:
        teacher.live.act(action)
    assert teacher.live.snapshot().verdict["rule"] == rule
    key, headline = paragraph_of(game, rule), re.search(r'id="headline"[^>]*>([^<]+)', teacher.page("/pieces"))[1]
    assert f'href="/regles/{game}?pourquoi={key}"' in teacher.page("/pieces")
    page = teacher.page(f"/regles/{game}?pourquoi={key}")
    assert re.findall(r'class="paragraph" id="([^"]+)"', page) == [key]
    assert page.index(headline) < page.index("Retour à la table") < page.index('class="paragraph"')
    teacher.live.new_game(teacher.live.stored_game(teacher.live.snapshot().id)[1].setup)
    again = teacher.page(f"/regles/{game}?pourquoi={key}")
    assert ('id="refusal"' in again, "Retour à la table" in again) == (False, True)


def test_an_unknown_game_has_no_page_of_rules(visitor) -> None:
    assert visitor.client.get("/regles/nowhere").status_code == 404


def test_the_shelf_begins_with_the_game_that_goes_on(teacher) -> None:
    teacher.live.new_game(Setup("royal", players_at((1, 2)), profile="Tric-Trac Royal"))
    page = teacher.words("/regles")
    assert page.index("Tric-Trac Royal") < page.index("OCCE") if "OCCE" in page else "Tric-Trac Royal" in page
    assert "Tu y joues en ce moment" in page


def test_the_page_follows_the_running_games_house_rules(teacher) -> None:
    free = Setup("occe_child", players_at((1, 3)), "OCCE enfant", (("one_die", "never"), ("single", "free")))
    teacher.live.new_game(free)
    ours = teacher.words("/regles/occe_child")
    assert "Tu lances toujours les deux dés." in ours
    sheets = teacher.words("/regles/occe_child?feuille=1")
    assert "Tu lances toujours les deux dés." not in sheets
    assert "on ne lance plus" in sheets or "un seul dé" in sheets


def test_an_example_is_stepped_through_by_links_alone(visitor) -> None:
    first = visitor.page("/regles/occe_child")
    assert "exemple=two-ways&amp;pas=1#example-two-ways" in first
    third = visitor.words("/regles/occe_child?exemple=two-ways&pas=3")
    assert "4 / 7" in third
    last = visitor.page("/regles/occe_child?exemple=two-ways&pas=99")
    assert "7 / 7" in " ".join(last.split())
    assert visitor.client.get("/regles/occe_child?exemple=nowhere&pas=-3").status_code == 200


def test_each_game_has_its_own_paragraphs() -> None:
    assert paragraph_of("occe_child", "too_many") == "close"
    assert paragraph_of("tock", "too_many") == ""


def test_the_worked_throws_are_played_once_for_many_readers(teacher) -> None:
    rules_page.cache_clear()
    for _ in range(3):
        assert teacher.client.get("/regles/royal").status_code == 200
    assert (rules_page.cache_info().misses, rules_page.cache_info().hits) == (1, 2)
    teacher.client.get("/regles/royal", headers={"Accept-Language": "de"})
    assert rules_page.cache_info().misses == 2
    assert rules_page.cache_info().maxsize is not None
