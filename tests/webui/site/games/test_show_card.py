"""A table's card in words, of every game and every state."""

from typing import get_args

from each import each
from touched_table import BY_TOUCH

from webui.live.classroom.card import Need
from webui.live.live import Live
from webui.site.show.card import need_says, shown_card
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Next, Pause, Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import COLOURS, Setup, players_at
from webui.table.values.view import View
from webui.words import words

FRAMES = COLOURS[:4]
LONGEST = 60
"""Letters that a card has room for in its headline: names are short there."""


@each("stage", BY_TOUCH.values())
def test_a_card_tells_every_state_of_games_by_touch(stage, tmp_path_factory) -> None:
    live = Live(Journal.open(tmp_path_factory.mktemp("data")))
    stage(live)
    view = live.snapshot()
    live.close()
    for language in LANGUAGES:
        shown = shown_card(words(language), view, FRAMES, 2, "Les hiboux", "green")
        assert 0 < len(shown.headline) <= LONGEST
        assert {line.name for line in shown.lines} == {player.name for player in view.players}
        assert (shown.name, shown.game > "") == ("Les hiboux", True)


def test_a_card_shows_tiles_and_the_last_sentence(visitor) -> None:
    visitor.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"))
    visitor.does(Throw((6, 2)), CloseTiles((6, 2)))
    before = shown_card(words("fr"), visitor.live.snapshot(), FRAMES)
    assert [n for n, done in enumerate(before.lines[0].done, start=1) if done] == [2, 6]
    assert before.card.closed == 0  # it does not count yet
    visitor.does(Next(), Pause())
    shown = shown_card(words("fr"), visitor.live.snapshot(), FRAMES)
    assert (shown.card.closed, shown.says, shown.headline) == (2, "Léa ferme 2 et 6.", "Pause")
    assert shown.lines[0].score == 37


def test_a_player_who_has_closed_everything_is_named_until_the_next_throw(visitor) -> None:
    visitor.live.new_game(
        Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"),
        '{"open": [[6], [1, 2, 3, 4, 5, 6, 7, 8, 9]]}',
    )
    visitor.does(Throw((6,)), CloseTiles((6,)))
    assert shown_card(words("fr"), visitor.live.snapshot(), FRAMES).card.shut == 0
    visitor.does(Next())
    assert shown_card(words("fr"), visitor.live.snapshot(), FRAMES).card.shut == 1
    visitor.does(Throw((5, 4)))
    assert shown_card(words("fr"), visitor.live.snapshot(), FRAMES).card.shut == 0


def test_a_free_table_has_its_number_for_a_name() -> None:
    shown = shown_card(words("fr"), View(), FRAMES, 3)
    assert (shown.name, shown.lines, shown.game) == ("Table 3", (), "")


@each("language", LANGUAGES)
def test_each_reason_to_come_is_a_sentence(language) -> None:
    wrong = View(problems=("camera_lost", "table_stopped"))
    says = [need_says(words(language), need, shown_card(words(language), wrong, FRAMES)) for need in get_args(Need)]
    assert all(says)
