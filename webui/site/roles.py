"""Who may do what: a role for every address of the site, and one for every action of the table.

A teacher opens a device with a secret code, pupils with the table's code; everybody else looks on. Anything in neither
table is for the teacher only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class Role(IntEnum):
    """Roles of a device; each includes those before it."""

    LOOKER_ON = 0
    PUPIL = 1
    TEACHER = 2


ROUTES: Mapping[str, Role] = MappingProxyType(
    {
        "GET /static/<path:filename>": Role.LOOKER_ON,
        "GET /": Role.LOOKER_ON,
        "GET /piste.webmanifest": Role.LOOKER_ON,
        "GET /pieces": Role.LOOKER_ON,
        "GET /events": Role.LOOKER_ON,
        "GET /crops/<crop_id>.jpg": Role.LOOKER_ON,
        "GET /login": Role.LOOKER_ON,
        "POST /login": Role.LOOKER_ON,
        "GET /jouer": Role.LOOKER_ON,
        "POST /jouer": Role.LOOKER_ON,
        "GET /bienvenue": Role.LOOKER_ON,
        "POST /bienvenue": Role.LOOKER_ON,
        "POST /logout": Role.LOOKER_ON,
        "POST /language": Role.LOOKER_ON,
        "GET /wifi": Role.LOOKER_ON,
        "POST /wifi": Role.LOOKER_ON,
        "GET /healthz": Role.LOOKER_ON,
        "GET /readyz": Role.LOOKER_ON,
        "GET /metrics": Role.LOOKER_ON,
        "GET /api/v1/table": Role.LOOKER_ON,
        "GET /api/v1/tables": Role.LOOKER_ON,
        "GET /api/v1/events": Role.LOOKER_ON,
        "GET /api/v1/session": Role.LOOKER_ON,
        "GET /api/v1/openapi.json": Role.LOOKER_ON,
        **dict.fromkeys(
            (
                "GET /conseil", "GET /equite", "GET /partie", "GET /partie/<int:number>",
                "GET /partie/<int:number>/moments", "GET /partie/<int:number>/diplome.pdf",
                "GET /partie/<int:number>/partie.<form>",
                "GET /regles", "GET /regles/<game>",
                "GET /mur", "GET /mur/pieces", "GET /mur/events",
                "GET /salle", "GET /salle/pieces", "GET /salle/events",
            ),
            Role.LOOKER_ON,
        ),
        **dict.fromkeys(
            ("GET /main", "POST /main", "GET /main/pieces", "GET /main/events", "POST /main/jouer"), Role.LOOKER_ON
        ),
        "POST /partie/<int:number>/analyse": Role.PUPIL,
        "GET /mains": Role.PUPIL,
        "POST /mains/liberer": Role.TEACHER,
        "GET /entrainement": Role.LOOKER_ON,
        "POST /entrainement": Role.LOOKER_ON,
        "POST /conseil": Role.TEACHER,
        "GET /frames": Role.TEACHER,
        "POST /frames": Role.TEACHER,
        "POST /actions": Role.PUPIL,
        "POST /api/v1/actions": Role.PUPIL,
        "GET /api/v1/games/interrupted": Role.TEACHER,
        "POST /api/v1/tables": Role.TEACHER,
        "GET /correct": Role.TEACHER,
        "GET /correct/board": Role.TEACHER,
        "POST /correct/board": Role.TEACHER,
        "GET /enseignant": Role.TEACHER,
        "GET /enseignant/tables/pieces": Role.TEACHER,
        "GET /enseignant/tables/events": Role.TEACHER,
        "POST /enseignant/tables/pause": Role.TEACHER,
        "GET /enseignant/tables": Role.TEACHER,
        "POST /enseignant/tables": Role.TEACHER,
        "POST /enseignant/tables/toutes": Role.TEACHER,
        "POST /enseignant/tables/<int:number>/ouverture": Role.TEACHER,
        "POST /enseignant/tables/<int:number>/retrait": Role.TEACHER,
        "GET /enseignant/tables/codes": Role.TEACHER,
        "GET /enseignant/code": Role.TEACHER,
        "POST /enseignant/code": Role.TEACHER,
        "POST /enseignant/code-table": Role.TEACHER,
        "POST /enseignant/codes-faux": Role.TEACHER,
        "GET /enseignant/classe": Role.TEACHER,
        "POST /enseignant/classe": Role.TEACHER,
        "GET /enseignant/classe/<int:number>": Role.TEACHER,
        "GET /enseignant/classe/<int:number>/liste": Role.TEACHER,
        "POST /enseignant/classe/<int:number>/liste": Role.TEACHER,
        "GET /enseignant/classe/<int:number>/partie": Role.TEACHER,
        "POST /enseignant/classe/<int:number>/partie": Role.TEACHER,
        "GET /enseignant/classe/<int:number>/resultats.<kind>": Role.TEACHER,
        "GET /enseignant/classe/<int:number>/diplomes.pdf": Role.TEACHER,
        "GET /enseignant/lecon/<int:number>": Role.TEACHER,
        "POST /enseignant/lecon/<int:number>": Role.TEACHER,
        "POST /enseignant/lecon/<int:number>/finir": Role.TEACHER,
        "POST /enseignant/lecon/<int:number>/fin": Role.TEACHER,
        "POST /enseignant/lecon/<int:number>/fin/podium": Role.TEACHER,
        "GET /enseignant/lecon/<int:number>/places": Role.TEACHER,
        "POST /enseignant/lecon/<int:number>/places": Role.TEACHER,
        "GET /enseignant/position": Role.TEACHER,
        "POST /enseignant/position": Role.TEACHER,
        "POST /enseignant/joueurs/arrivee": Role.TEACHER,
        "POST /enseignant/joueurs/depart": Role.TEACHER,
        "GET /enseignant/sauvegarde.zip": Role.TEACHER,
        "POST /enseignant/restauration": Role.TEACHER,
        "POST /enseignant/restauration/oui": Role.TEACHER,
        "POST /enseignant/import": Role.TEACHER,
        "GET /enseignant/sans-memoire": Role.TEACHER,
        "POST /enseignant/sans-memoire": Role.TEACHER,
        "POST /enseignant/effacer/partie": Role.TEACHER,
        "POST /enseignant/effacer/classe": Role.TEACHER,
        "POST /enseignant/effacer/tout": Role.TEACHER,
        "POST /enseignant/boite/nom": Role.TEACHER,
        "POST /enseignant/boite/arret": Role.TEACHER,
        "GET /enseignant/sortie": Role.TEACHER,
        "POST /enseignant/sortie": Role.TEACHER,
        "GET /new": Role.TEACHER,
        "POST /new": Role.TEACHER,
        "GET /camera": Role.TEACHER,
        "POST /camera": Role.TEACHER,
        "GET /camera/now": Role.TEACHER,
        "GET /camera/picture.jpg": Role.TEACHER,
        "GET /camera/telephone": Role.TEACHER,
        "POST /camera/telephone": Role.TEACHER,
        "GET /camera/area": Role.TEACHER,
        "POST /camera/area": Role.TEACHER,
        "GET /camera/area/now": Role.TEACHER,
        "GET /camera/area/aside": Role.TEACHER,
        "POST /camera/area/aside": Role.TEACHER,
        "GET /check": Role.TEACHER,
        "POST /check": Role.TEACHER,
        "GET /check/now": Role.TEACHER,
        "GET /capture": Role.TEACHER,
        "POST /capture": Role.TEACHER,
        "GET /capture/now": Role.TEACHER,
        "GET /capture/shown.jpg": Role.TEACHER,
        "GET /capture/die-<int:which>.jpg": Role.TEACHER,
        "GET /capture/<name>.zip": Role.TEACHER,
    }
)
"""By method and address, as Flask writes its rules."""

HALL: Mapping[str, Role] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "GET /static/<path:filename>", "GET /", "GET /pieces", "GET /events", "GET /semaine",
                "GET /tournois", "GET /tournois/<int:number>", "GET /code", "POST /code", "GET /healthz", "GET /readyz",
            ),
            Role.LOOKER_ON,
        ),
        **dict.fromkeys(
            ("POST /tournois", "POST /tournois/<int:number>/retrait", "POST /code/fin"), Role.TEACHER
        ),
    }
)
"""The same of the pages of a hall (`piste hall`)."""

ACTIONS: Mapping[str, Role] = MappingProxyType(
    {
        "throw": Role.PUPIL,
        "close_tiles": Role.PUPIL,
        "play": Role.PUPIL,
        "deal_cards": Role.PUPIL,
        "deal": Role.PUPIL,
        "swap_cards": Role.PUPIL,
        "touch_man": Role.PUPIL,
        "next": Role.PUPIL,
        "answer_roll": Role.PUPIL,
        "answer_tile": Role.PUPIL,
        "answer_men": Role.PUPIL,
        "board_cleared": Role.PUPIL,
        "roll": Role.PUPIL,
        "next_game": Role.PUPIL,
        "replace_player": Role.TEACHER,
        "join": Role.TEACHER,
        "leave": Role.TEACHER,
        "undo": Role.TEACHER,
        "correct_dice": Role.TEACHER,
        "correct_tiles": Role.TEACHER,
        "correct_board": Role.TEACHER,
        "pause": Role.TEACHER,
        "resume": Role.TEACHER,
        "new_game": Role.TEACHER,
        "resume_game": Role.TEACHER,
        "use_camera": Role.TEACHER,
        "camera_on": Role.TEACHER,
        "camera_off": Role.TEACHER,
        "demonstration": Role.TEACHER,
    }
)
"""By the action's word. Pupils may do those of `ENDS` only if they end nothing."""

STAMPED = re.compile(r"^/static/[0-9a-f]{8}/")
ENDS = frozenset({"next_game"})
"""Actions that end a running or begun game: then only the teacher may do them."""
FREE = ENDS | {"undo", "resume"}
"""What a person may do in a practice game, which counts nowhere: begin anew, take back a move, go on after a pause."""


def route_role(method: str, rule: str, routes: Mapping[str, Role] = ROUTES) -> Role:
    """Who may request an address of these; unlisted ones are for the teacher."""
    return routes.get(f"{'GET' if method == 'HEAD' else method} {without_stamp(rule)}", Role.TEACHER)


def without_stamp(rule: str) -> str:
    """The rule of an address without the stamp of the files that never change (`webui.site.statics`)."""
    return STAMPED.sub("/static/", rule)


def action_role(word: str, *, going_on: bool, practice: bool = False) -> Role:
    """Who may do an action.

    Args:
        word: the action, as a page or a program sends it.
        going_on: a game is on the table and not over.
        practice: it is one for practice.
    """
    if practice and word in FREE:
        return Role.PUPIL
    return Role.TEACHER if going_on and word in ENDS else ACTIONS.get(word, Role.TEACHER)
