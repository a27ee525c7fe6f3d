"""Every page of the site, and its other addresses: each module's blueprint."""

from __future__ import annotations

from . import api, health
from .classroom import desk
from .classroom import pages as salle
from .classroom import setting_up as tables
from .hands import pages as hands
from .lesson import ending, places
from .lesson import pages as lesson
from .pages import (
    advice,
    area,
    camera,
    capture,
    check,
    class_games,
    classes,
    erase,
    fairness,
    frames,
    login,
    manifest,
    new,
    played,
    players,
    position,
    rules,
    table,
    teacher,
    wall,
    welcome,
)
from .pages.box import outside, wifi
from .pages.box import page as box
from .pages.cameras import phone
from .pages.memory import backups, imports, play_on
from .placing import lies
from .practice import pages as practice

MODULES = (
    advice, api, area, backups, box, camera, capture, check, class_games, classes, desk, ending, erase, fairness,
    frames, hands, health, imports, lesson, lies, login, manifest, new, outside, phone, places, play_on, played,
    players, position, practice, rules, salle, table, tables, teacher, wall, welcome, wifi,
)  # fmt: skip
ROUTES = tuple(module.routes for module in MODULES)
"""Their blueprints."""
