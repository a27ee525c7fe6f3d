"""What ended on the board of arrows: the draw, passes, points, games of Jacquet, Backgammon and Le Tric Trac."""

from __future__ import annotations

from .. import Words
from .outcome_reader import NUMBERS, Groups, Lines, Reader
from .passes import pass_sentence


def _draw_again(r: Reader, v: Groups) -> str:
    return r.w.t("Both threw %(die)s: throw again to see who starts.", die=v["dice"].split()[0])


def _starts(r: Reader, v: Groups) -> str:
    less, more = sorted(v["dice"].split())
    return r.w.t("%(more)s against %(less)s: %(name)s starts.", more=more, less=less, name=r.name(v["who"]))


def _passes(r: Reader, v: Groups) -> str:
    told = r.w.t("%(name)s passes.", name=r.name(v["who"]))
    return f"{told} {pass_sentence(r.w, r.game, v['reason'], v['dice'].split())}"


def _game(r: Reader, v: Groups) -> str:
    told = r.w.t("Game %(number)s: %(name)s wins.", number=v["number"], name=r.name(v["who"]))
    counts = _counts(r.w, r.game, int(v["points"]))
    return " ".join(part for part in (told, _how(r.w, r.game, v["how"]), counts) if part)


def _counts(w: Words, game: str, points: int) -> str:
    """What a game counts: points of the match, or so many games of it."""
    if game == "trictrac":
        return w.tn("It counts as %(n)s game won.", "It counts as %(n)s games won.", points)
    return w.tn("It counts %(n)s point.", "It counts %(n)s points.", points)


def _how(w: Words, game: str, how: str) -> str:
    """The kind of win in a sentence; "" for a simple one."""
    if game == "trictrac":
        return {
            "double": w.t("The loser has 6 points or fewer: double!"),
            "triple": w.t("The loser has 2 points or fewer: triple!"),
            "quadruple": w.t("The loser has no point at all: quadruple!"),
            "left": w.t("The other player has left."),
        }.get(how, "")
    return {
        "all_off": w.t("All fifteen men have left the board."),
        "gammon": w.t("The loser has borne off no man: gammon!"),
        "backgammon": w.t("The loser has a man on the bar or in the winner's last quarter: backgammon!"),
        "refused": w.t("The double was refused."),
        "left": w.t("The other player has left."),
    }.get(how, "")


def _touched(r: Reader, v: Groups) -> str:
    name = r.name(v["who"])
    if v["reason"] == "must_move":
        return r.w.t("%(name)s touched a man and must move it.", name=name)
    return r.w.t("%(name)s touched a man that cannot be moved: any other may be.", name=name)


def _doubles(r: Reader, v: Groups) -> str:
    return r.w.t("%(name)s offers to double: the game would count %(to)s.", name=r.name(v["who"]), to=v["to"])


def _accepts(r: Reader, v: Groups) -> str:
    return r.w.t(
        "%(name)s accepts and has the doubling die: the game counts %(to)s.",
        name=r.name(v["who"]),
        to=v["to"],
    )


def _refuses(r: Reader, v: Groups) -> str:
    return r.w.t("%(name)s refuses the double.", name=r.name(v["who"]))


def _scores(r: Reader, v: Groups) -> str:
    """Points of a throw of Le Tric Trac, each kind once."""
    parts = [_part(r.w, name, int(v[name])) for name in ("captures", "home", "pont") if v[name]]
    made = sum(int(v[name]) for name in ("captures", "home", "pont") if v[name])
    told = r.w.tn(
        "%(name)s makes %(n)s point: %(parts)s.",
        "%(name)s makes %(n)s points: %(parts)s.",
        made,
        name=r.name(v["who"]),
        parts=r.w.all_of(parts),
    )
    return " ".join((told, r.w.t("Points: %(points)s.", points=r.standings(v["total"]))))


def _part(w: Words, name: str, n: int) -> str:
    return {
        "captures": lambda: w.tn("%(n)s man captured", "%(n)s men captured", n),
        "home": lambda: w.tn("%(n)s man arrived", "%(n)s men arrived", n),
        "pont": lambda: w.t("the grand pont (%(n)s)", n=n),
    }[name]()


def _restarts(r: Reader, v: Groups) -> str:
    told = r.w.t("%(name)s chooses to begin the next game anew.", name=r.name(v["who"]))
    return " ".join((told, r.w.t("Points: %(points)s.", points=r.standings(v["total"]))))


def _prolongs(r: Reader, v: Groups) -> str:
    told = r.w.t("%(name)s chooses to go on: the men stay where they are.", name=r.name(v["who"]))
    return " ".join((told, r.w.t("Points: %(points)s.", points=r.standings(v["total"]))))


def _restacks(r: Reader, v: Groups) -> str:
    return r.w.t(
        "All of %(name)s's men have arrived: they are piled on the first arrow again.", name=r.name(v["who"])
    )


_MADE = r"(?:, captures (?P<captures>\d+))?(?:, home (?P<home>\d+))?(?:, pont (?P<pont>\d+))?"

ARROWS: Lines = (
    (r"draw again, dice (?P<dice>\d \d)", _draw_again),
    (r"(?P<who>\d) starts, dice (?P<dice>\d \d)", _starts),
    (rf"(?P<who>\d) passes, (?P<reason>\w+), dice (?P<dice>{NUMBERS})", _passes),
    (r"game (?P<number>\d+): won by (?P<who>\d), (?P<how>\w+), (?P<points>\d+) points?", _game),
    (rf"(?P<who>\d) touched, arrow \w+, (?P<reason>\w+), dice {NUMBERS}", _touched),
    (r"(?P<who>\d) doubles, to (?P<to>\d+)", _doubles),
    (r"(?P<who>\d) accepts, to (?P<to>\d+)", _accepts),
    (r"(?P<who>\d) refuses", _refuses),
    (rf"(?P<who>\d) scores{_MADE}, total (?P<total>{NUMBERS})", _scores),
    (rf"(?P<who>\d) restarts, total (?P<total>{NUMBERS})", _restarts),
    (rf"(?P<who>\d) prolongs, total (?P<total>{NUMBERS})", _prolongs),
    (r"(?P<who>\d) restacks", _restacks),
)
"""The lines of the games on the board of arrows."""
