"""Recordings made: a random game for each number, drawn and filmed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from webui.table.values.setup import Setup, players_at

from ..scenes.film.clip import film
from ..scenes.film.encode import encode
from .men_plays import play_men
from .plays import play
from .staged import staged, truth

if TYPE_CHECKING:
    from ..scenes.film.clip import Clip
    from .script import Script

THROWS = (10, 12)
"""A recording has at least so many throws and is ended after at most so many; games that are over sooner are left."""
GAMES = (
    ("occe_child", "OCCE enfant", ()),
    ("occe_adult", "OCCE adulte", ()),
    ("occe_child", "OCCE enfant", (("turns", "alternate"),)),
    ("royal", "Tric-Trac Royal", (("frames", "own"),)),
)
"""What is played, in turn: (game, profile, house rules). Royal is played here on a board with a frame for each."""
MEN: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "backgammon": ("Backgammon Ravensburger (notice)",),
    "jacquet": ("Jacquet Ravensburger (notice)", "Jacquet traditionnel"),
    "trictrac": ("Le Tric Trac Ravensburger (notice)",),
})
"""Games of men that are filmed whole, each with the profiles that are played in turn."""
IN_A_ROW = 2
"""So many recordings in a row are of one kind of game. Changing it would change what every seed gives."""
DRAWN = "quick"
"""How films are drawn, as their names and truths say it: films of before, drawn in another way, say "gl"."""
ENCODED, MEN_ENCODED = (18, "ultrafast"), (23, "veryfast")
"""crf and preset of films, and of those of games of men: they last ten times as long."""


def scripted(seed: int, number: int) -> Script:
    """The `number`-th game of a seed: 2 to 4 players at any seats."""
    rng = Random(f"{seed}-{number}")
    name, profile, options = GAMES[number // IN_A_ROW % len(GAMES)]
    while True:
        seats = tuple(rng.sample((1, 2, 3, 4), rng.choice((2, 2, 3, 4))))
        script = play(rng, Setup(name, players_at(seats), profile, options), rng.randint(*THROWS))
        if script.throws >= THROWS[0]:
            return script


def scripted_men(game: str, seed: int, number: int, throws: int) -> Script:
    """The `number`-th game of men of a seed, of at most about so many throws: either player throws first for who
    starts."""
    rng, profiles = Random(f"{game}-{seed}-{number}"), MEN[game]
    seats = (1, 2) if rng.random() < 0.5 else (2, 1)
    return play_men(rng, Setup(game, players_at(seats), profiles[number % len(profiles)]), throws)


def make(out: Path, seed: int, count: int, game: str = "", throws: int = 10_000) -> Iterator[Path]:
    """Writes so many films and their truths; those that are there already are left as they are.

    Args:
        out: folder.
        seed: of everything.
        count: how many films.
        game: a game of MEN; "": the games of tiles, in turn.
        throws: of a game of men at most; of most games that are all.

    Yields:
        Each film, once it is there.

    Raises:
        FileNotFoundError: there is no ffmpeg.
        RuntimeError: ffmpeg failed.
    """
    out.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        file = out / f"{game or DRAWN}-{seed}-{number:02d}.mp4"
        if not file.exists():
            script = scripted_men(game, seed, number, throws) if game else scripted(seed, number)
            clip = staged(script, seed * 1000 + number)
            lines = truth(script, clip, renderer=DRAWN, seed=seed, number=number)
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            file.with_suffix(".truth.jsonl").write_text(text, encoding="utf-8")
            _shoot(clip, file)
        yield file


def _shoot(clip: Clip, file: Path) -> None:
    """Writes the film, under another name first, so that one that is there is whole."""
    half = file.with_name(f"half-{file.name}")
    frames = (still.image for still in film(clip))
    encode(frames, half, clip.scene.camera.size, clip.rate, *(ENCODED if clip.scene.men is None else MEN_ENCODED))
    half.rename(file)
