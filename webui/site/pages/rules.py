"""The rules of the games for their players; refusals link to their paragraphs."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for

from referee.errors import UnknownGame
from referee.games import GAMES

from ...words.games import words_of
from ...words.offer import game_title
from ...words.rules import has_rules
from ..context import here, shown_here, site
from ..digits import whole
from ..show.page import page
from ..show.position import picture, running_setup
from ..show.rules import ShownRules, default_setup, rules_page, why_link
from .frames import colours

routes = Blueprint("rules", __name__, url_prefix="/regles")
routes.add_app_template_filter(picture)


@routes.get("")
def shelf() -> str:
    """Every game: the running one first, then those with a page."""
    w, running = here(), running_setup(site().live.snapshot())
    now = running.game if running else ""
    order = sorted(GAMES, key=lambda game: (game.name != now, not has_rules(game.name)))
    games = [
        {
            "name": game.name,
            "title": game_title(w, game.name),
            "about": w.t(about) if (about := words_of(game.name).about) else "",
            "told": has_rules(game.name),
            "running": game.name == now,
        }
        for game in order
    ]
    return render_template("rules/shelf.html", games=games)


@routes.get("/<game>")
def show(game: str) -> str:
    """The rules of one game: those of the running game if it is that one, else those of its sheet.

    With `pourquoi` that paragraph alone, below the refusal on the table that it explains.
    """
    view = site().live.snapshot()
    running = running_setup(view)
    runs = running is not None and running.game == game
    ours = runs and "feuille" not in request.args
    try:
        setup = running if ours and running is not None else default_setup(game)
    except UnknownGame:
        abort(404)
    sheet = rules_page(setup, here().language, running=ours)
    asked = next((one for one in sheet.paragraphs if one.key == request.args.get("pourquoi")), None)
    refused = asked is not None and why_link(view) == (game, asked.key)
    return render_template(
        "rules/game.html",
        sheet=sheet,
        asked=asked,
        refusal=page(shown_here(view), here().language, colours().now).now if refused else None,
        runs=runs,
        opened=request.args.get("exemple", ""),
        at=whole(request.args.get("pas", "")) or 0,
        drawn=sorted(_families(sheet) - {""}),
    )


def _families(sheet: ShownRules) -> set[str]:
    """The families of games whose boards the page shows."""
    examples = (example for paragraph in sheet.paragraphs for example in paragraph.examples)
    return {step.board.family.name for example in examples for step in example.steps}


@routes.app_template_global("why_url")
def why_url() -> str:
    """The address that explains the refusal on the table; "" without one."""
    link = why_link(site().live.snapshot())
    return "" if link is None else url_for("rules.show", game=link[0], pourquoi=link[1])
