"""Sentences for dice that are set aside one after the other: what a player reads first, and what has just ended."""

from __future__ import annotations

from collections.abc import Collection

from referee.story import PLAYERS

from ..table.values.view import AsideView, View, ViewNews, ViewResult, ViewTurn
from . import N_, Words
from .corrections import ReportedEvent
from .games import words_of
from .games.first_read import FamilyWords, Now, acting_name, thinks_over
from .games.forms import tell
from .men import counts_when

ASIDE, AIM, AVENGE, SPARE = (
    N_("%(name)s sets aside %(dice)s."),
    N_("%(name)s chooses to attack %(other)s."),
    N_("%(name)s takes revenge."),
    N_("%(name)s takes no revenge."),
)


def set_aside_sentence(w: Words, event: ReportedEvent, name: str) -> str:
    """What a player set aside or chose, in one sentence; "" for other events."""
    if event.get("aside"):
        return w.t(ASIDE, name=name, dice=w.all_of(event["aside"]))
    if "target" in event:
        return w.t(AIM, name=name, other=event.get("other") or event["target"])
    if "revenge" in event:
        return w.t(AVENGE if event["revenge"] else SPARE, name=name)
    return ""


def news_says(w: Words, view: AsideView, news: ViewNews) -> str:
    """One of a view's `news`, in a sentence or two."""
    names = {player.player - 1: player.name for player in view.players}
    values = {**news.values, "name": names[news.player - 1], "everybody": tuple(names.values())}
    for key in PLAYERS & values.keys():
        who = values[key]
        values[key] = tuple(names[number] for number in who) if isinstance(who, list) else names[who]
    return tell(w, words_of(view.game.name).outcomes.get(news.what, ""), values)


def wanted(w: Words, threshold: int) -> str:
    """The demand of a threshold."""
    return {12: w.t("12 or less"), 30: w.t("30 or more")}.get(threshold, "")


def may_say(w: Words, view: AsideView, word: str) -> str:
    """The label of a declaration: whom to attack, or whether to take revenge."""
    if word.startswith("attack-"):
        number = int(word.removeprefix("attack-"))
        return w.t("Attack %(name)s", name=name_of(view, number))
    return {"revenge": w.t("Revenge!"), "no-revenge": w.t("No revenge")}.get(word, word)


def order_says(w: Words, word: str) -> str:
    """The label for choosing which die was set aside first, by the move that it makes."""
    first = word.split("+")[0]
    threshold = w.t("12 or less") if int(first) <= 3 else w.t("30 or more")
    return w.t("The %(first)s first: %(wanted)s", first=first, wanted=threshold)


def name_of(view: View, number: int | None) -> str:
    """The name of a playing number; "" for none."""
    return view.names.get(number or 0, "")


def _news(w: Words, view: AsideView, *, but: Collection[str] = ()) -> list[str]:
    """What has just ended, without these outcomes, and the winner of a round that ended with it."""
    turn = view.turn
    sentences = [news_says(w, view, item) for item in turn.news if item.what not in but]
    since = [event["event"] for event in view.history[-3:]]
    if "game_ended" in since and view.results:
        sentences.append(round_won(w, view, view.results[-1]))
    return [text for text in sentences if text]


def round_won(w: Words, view: AsideView, result: ViewResult) -> str:
    """The end of a round: its winners, and their points."""
    winners = [player for player in view.players if player.player in result.winners]
    return w.tn(
        "Round %(number)s: %(names)s wins.",
        "Round %(number)s: %(names)s win together.",
        len(winners),
        number=result.game,
        names=w.all_of(player.name for player in winners),
    )


def _throw(w: Words, view: AsideView) -> Now:
    turn, name = view.turn, acting_name(view)
    if turn.target is not None:
        return _strike(w, view, turn, name)
    dice = 0 if view.due is None else view.due.dice
    if dice == 6:
        if turn.revenge:
            return Now("act", w.t("Revenge, %(name)s!", name=name), (*_news(w, view), w.t("Throw all six dice.")))
        headline = w.t("%(name)s, it is your turn to throw!", name=name)
        return Now("act", headline, (*_news(w, view), w.t("Throw all six dice.")))
    headline = w.tn("%(name)s, throw the last die!", "%(name)s, throw the other %(n)s dice!", dice, name=name)
    return Now("act", headline, (_so_far(w, turn),))


def _so_far(w: Words, turn: ViewTurn) -> str:
    return w.t("%(sum)s so far; %(wanted)s is wanted.", sum=turn.sum, wanted=wanted(w, turn.threshold))


def _strike(w: Words, view: AsideView, turn: ViewTurn, name: str) -> Now:
    """An attack runs: dice of its level count, and a player who throws one goes on."""
    level, target = turn.level, name_of(view, turn.target)
    dice = 0 if view.due is None else view.due.dice
    headline = w.t("Attack at %(level)s on %(target)s!", level=level, target=target)
    if not turn.hits:
        says = w.t("%(name)s, throw all six dice: each %(level)s hits.", name=name, level=level)
        return Now("act", headline, (*_news(w, view), says))
    hits = w.tn("%(n)s hit so far.", "%(n)s hits so far.", turn.hits)
    if dice == 6:
        return Now("act", headline, (w.t("A full hand! Throw all six dice again."), hits))
    again = w.tn("Throw the last die again.", "Throw the other %(n)s dice again.", dice)
    return Now("act", headline, (hits, again))


def _choose(w: Words, view: AsideView) -> Now:
    turn, name = view.turn, acting_name(view)
    if turn.asked is not None:
        says = (*_news(w, view, but=("dies", "may_revenge")), w.t("One more turn, at once: anybody may be attacked."))
        return Now("ask", w.t("%(name)s, will you take revenge?", name=name), says)
    if turn.level and turn.target is None:
        says = (w.t("Attack at %(level)s: each die that shows %(level)s takes as many points.", level=turn.level),)
        return Now("ask", w.t("%(name)s, whom do you attack?", name=name), says)
    if turn.orders:
        dice = w.t("%(dice)s aside", dice=w.all_of(sorted(turn.orders[0].split("+"))))
        first = w.t("The first die decides: say which one it was.")
        return Now("ask", w.t("Which one did you set aside first, %(name)s?", name=name), (f"{dice}.", first))
    return Now("act", w.t("What do you set aside, %(name)s?", name=name), (_which(w, view, turn),))


def _which(w: Words, view: AsideView, turn: ViewTurn) -> str:
    if turn.threshold and turn.kept:
        return _so_far(w, turn)
    if turn.threshold:
        return w.t("One die at least; 30 or more is wanted.")
    return w.t("One die at least. The first decides: 1, 2 or 3 for 12 or less, 4, 5 or 6 for 30 or more.")


def _provisional(w: Words, view: AsideView) -> Now:
    dice = view.turn.kept[-1] if view.turn.kept else []
    headline = w.t("%(dice)s aside", dice=w.all_of(dice)) if dice else may_say(w, view, view.provisional or "")
    more = w.t("Set more aside, or tap Next.") if view.continuations else counts_when(w, view)
    return Now("act", headline, (more,))


def _over(w: Words, view: AsideView) -> Now:
    names = [player.name for player in view.players if player.player in view.winners]
    headline = w.tn("%(names)s wins!", "%(names)s win together!", len(names), names=w.all_of(names))
    return Now("end", headline, tuple(_news(w, view)))


def _chooses(w: Words, view: AsideView, name: str) -> str:
    return thinks_over(w, name, view.faces if view.turn.cast else ())


def _plays(w: Words, view: AsideView, name: str, headline: str) -> str:
    return w.t("%(name)s: %(does)s", name=name, does=headline)


ASIDE_WORDS: FamilyWords[AsideView] = FamilyWords(
    {
        "waiting_throw": _throw,
        "waiting_move": _choose,
        "provisional": _provisional,
        "game_over": _over,
        "series_over": _over,
    },
    _chooses,
    _plays,
)
"""The words that setting dice aside has of its own."""
