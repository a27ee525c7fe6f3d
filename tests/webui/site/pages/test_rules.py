"""The rules' pages: every example is what the referee says, and every refusal leads to a paragraph."""

from itertools import product

import pytest
from each import each

from referee.core import Roll, SetUp
from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.options import choices, values
from webui.site.show.rules import default_setup, rules_page, worked
from webui.table.setup import Setup, players_at
from webui.table.shown import WATCHED
from webui.words import LANGUAGES, words
from webui.words.rules import SHEETS, Example, PlayStep, ThrowStep, TryStep, paragraph_of

TOLD = ("single", "one_die", "single_combo", "single_only_if_needed", "tiles", "turns")
"""House rules that change what an example may show; the others change only sentences."""


def houses(game: type[TileGame]) -> list[Setup]:
    """The game with every combination of the house rules that its page depends on."""
    switches = {one.name: one.values for one in choices(game) if one.name in TOLD}
    return [
        Setup(game.name, players_at((1,)), options=tuple(sorted(zip(switches, chosen, strict=True))))
        for chosen in product(*switches.values())
    ]


def shown_examples(setup: Setup) -> list[Example]:
    options = values(setup.build())
    told = (one for paragraph in SHEETS[setup.game].paragraphs for one in paragraph.examples)
    return [one for one in told if one.when(options)]


def test_every_game_of_tiles_has_its_page() -> None:
    assert set(SHEETS) >= {game.name for game in WATCHED}


@pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)
def test_every_example_is_what_the_referee_says_whatever_the_house_rules(game: type[TileGame]) -> None:
    for setup in houses(game):
        examples = shown_examples(setup)
        keys = [one.key for one in examples]
        assert len(keys) == len(set(keys))
        for example in examples:
            assert played(setup, example) == example.score, (example.key, setup.options)


def played(setup: Setup, example: Example) -> int:
    """Plays an example by the referee alone; its points at the end."""
    house, match = setup.build(), setup.match()
    if example.position:
        match = match.then(SetUp(example.position))
    for step in example.steps:
        if isinstance(step, ThrowStep):
            foul = house.roll_refusal(match.state, Roll(step.dice))
            assert (foul.rule if foul else "") == step.rule
            match = match if foul else match.then(Roll(step.dice))
        else:
            move = house.from_text(step.move)
            foul = house.move_refusal(match.state, move)
            assert (foul.rule if foul else "") == getattr(step, "rule", ""), step
            match = match.then(move) if isinstance(step, PlayStep) else match
    (score,) = house.scores(match.state)
    return int(score)


@pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)
def test_the_page_tells_of_each_step_what_the_referee_says(game: type[TileGame]) -> None:
    setup = default_setup(game.name)
    for example in shown_examples(setup):
        shown = worked(words("en"), example, setup)
        assert len(shown) == len(example.steps)
        for step, told in zip(example.steps, shown, strict=True):
            assert told.rule == ("" if isinstance(step, PlayStep) else step.rule)
            assert told.tone == "refused" if told.rule else told.tone in ("throw", "good", "played", "end")
            assert all(told.says)
        assert shown[-1].score == example.score


@pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)
def test_each_example_has_a_refusal_or_a_play_and_the_sheets_all_three(game: type[TileGame]) -> None:
    steps = [step for example in shown_examples(default_setup(game.name)) for step in example.steps]
    assert any(isinstance(step, TryStep) and step.rule for step in steps)
    assert any(isinstance(step, TryStep) and not step.rule for step in steps)
    assert any(isinstance(step, PlayStep) for step in steps)


@pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)
def test_every_rule_of_a_game_has_one_paragraph_that_explains_it(game: type[TileGame]) -> None:
    explained = [rule for paragraph in SHEETS[game.name].paragraphs for rule in paragraph.rules]
    assert sorted(explained) == sorted(game.rule_ids)


@each("language", LANGUAGES)
@each("game", WATCHED)
def test_a_paragraph_is_never_empty_and_its_sentences_are_short(game: type[TileGame], language: str) -> None:
    for setup in houses(game):
        sheet = rules_page(setup, language, running=False)
        for paragraph in sheet.paragraphs:
            assert paragraph.says or paragraph.key == "stakes", (paragraph.key, setup.options)
            for text in paragraph.says:
                for sentence in text.replace("! ", ". ").replace("? ", ". ").split(". "):
                    assert len(sentence.split()) <= 22, sentence


def test_the_pages_answer_and_hold_an_anchor_for_every_rule(visitor) -> None:
    for game in WATCHED:
        page = visitor.page(f"/regles/{game.name}")
        missing = [rule for rule in game.rule_ids if f'id="rule-{rule}"' not in page]
        assert missing == []
        assert 'id="close"' in page


def test_a_game_without_a_page_says_so_kindly(visitor) -> None:
    for game in GAMES:
        if game.name not in SHEETS:
            page = visitor.words(f"/regles/{game.name}")
            assert "Les règles de ce jeu ne sont pas encore racontées ici." in page
    assert visitor.client.get("/regles/nowhere").status_code == 404


def test_the_shelf_begins_with_the_game_that_goes_on(teacher) -> None:
    teacher.live.new_game(Setup("royal", players_at((1, 2)), profile="Tric-Trac Royal"))
    page = teacher.words("/regles")
    assert page.index("Tric-Trac Royal") < page.index("OCCE") if "OCCE" in page else "Tric-Trac Royal" in page
    assert "Tu y joues en ce moment" in page


def test_the_page_follows_the_house_rules_of_the_running_game_and_shows_the_sheets_too(teacher) -> None:
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


def test_a_refusal_on_the_table_leads_to_its_paragraph(teacher) -> None:
    teacher.post("/actions", action="throw", die1="4", die2="2")
    assert "/regles/" not in teacher.page("/pieces")
    teacher.post("/actions", action="close_tiles", tiles="5")
    assert 'href="/regles/occe_child#close"' in teacher.page("/pieces")


def test_whoever_plays_sees_no_form_on_a_board_of_the_rules(teacher) -> None:
    page = teacher.page("/regles/occe_child")
    assert 'type="checkbox"' not in page
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
