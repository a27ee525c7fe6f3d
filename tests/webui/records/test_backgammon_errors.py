"""What plays cost, compared with GNU Backgammon's own sums."""

import re
from threading import Event

import pytest
from backgammon_matches import ANALYSED, ELSEWHERE, analysed_match, played

from referee.games.arrows import Play
from referee.games.backgammon import Backgammon
from referee.match import Match
from referee.record import Record
from webui.live.gnubg.analyst import Analyst
from webui.live.gnubg.program import gnubg
from webui.records.backgammon_errors import assessed, decisions
from webui.records.backgammon_sgf import each_game

SUMS = re.compile(r"GS\[M:((?:\S+ ){12})(\S+) \S+ (\S+) ")


def test_losses_are_what_gnu_backgammon_sums_up() -> None:
    if gnubg() is None:
        pytest.skip("needs GNU Backgammon (Debian's gnubg), which is not here")
    match = played(ELSEWHERE["match, Crawford"], 3, 22).match
    analyst = Analyst(Event())
    assert analyst.begin(1, each_game(Record(match)))
    analyst.join()
    analysed = analyst.of(1)
    plays = assessed(match, analysed.games)
    assert (analysed.trouble, len(plays)) == ("", decisions(match))
    sums = [SUMS.search(game) for game in analysed.games]
    for player in (0, 1):
        lost = sum(play.lost for play in plays if play.player == player and play.lost is not None)
        assert lost == pytest.approx(sum(float(found[2 + player]) for found in sums), abs=1e-4)
    assert {play.mark for play in plays} > {""}


def test_the_best_play_is_one_that_the_referee_allows() -> None:
    match, text = analysed_match(), ANALYSED
    first, second, double, drop = assessed(match, [text])
    assert (first.player, first.mark, first.lost) == (0, "??", pytest.approx(0.354447))
    before = match.until(2)
    assert before.game.move_refusal(before.state, first.best) is None
    assert match.game.to_text(first.best) == "8/5+6/5"
    assert (second.player, second.mark, second.best) == (1, "", None)
    assert (double.mark, double.lost, drop.mark) == ("??", None, "")


def test_an_analysis_of_another_match_is_refused() -> None:
    match, text = analysed_match(), ANALYSED
    for other in (text.replace(";W[31", ";W[32"), text.replace("A[1]", "A[9]"), text.replace(";B[drop]", ";C[drop]")):
        with pytest.raises(ValueError, match="expected"):
            assessed(match, [other])
    with pytest.raises(ValueError, match="expected"):
        assessed(Match(Backgammon(), (1, 2), ("Léa", "Max")).then(match.events[0]), [text])


def test_what_was_not_analysed_yet_has_no_losses() -> None:
    match = analysed_match()
    assert assessed(match, []) == ()
    assert decisions(match) == len([event for event in match.events if isinstance(event, Play)]) + 2
