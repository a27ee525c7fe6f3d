"""Every game of tiles, with one player, two, and as many as may, played at random by touch: every page answers."""

import random
from itertools import islice

import pytest
from sent import sent

from referee.options import choices
from webui.table.values.setup import NotSeated, Setup, players_at
from webui.table.values.shown import WATCHED, most_places

LIVE = ("/", "/pieces", "/correct", "/api/v1/table")
OTHERS = ("/new", "/login", "/camera", "/check", "/check/now", "/api/v1/session", "/readyz", "/metrics")
STREAMS = ("/events", "/api/v1/events")
DEEDS = 14

GAMES = [(game, profile) for game in WATCHED for profile in game.profiles]
"""Those with tiles; what a finger does with men is tests/webui/site/test_site_arrows.py's."""
TABLES = [(game, profile, n) for game, profile in GAMES for n in (1, 2, most_places(game))]


def setup_at_random(game, profile: str, players: int, rng: random.Random) -> Setup:
    """Players at any places with any rules of the house; with the profile's own where those do not go together."""
    some = [rule for rule in choices(game) if rule.values and rng.random() < 0.5]
    options = tuple((rule.name, rng.choice(rule.values)) for rule in some)
    at = players_at(rng.sample(range(1, most_places(game) + 1), players), ("Zoé", "Léo"))
    try:
        return Setup(game.name, at, profile, options, games=rng.choice((1, 2)))
    except NotSeated:  # a frame each, and more players than frames
        return Setup(game.name, at, profile)


def deed(view, rng: random.Random) -> dict[str, object]:
    """What a finger may say now, sometimes something wrong."""
    due = view["due"] or {}
    kind = rng.choice(("play", "play", "play", "play", "wrong", "undo", "pause", "correct"))
    tiles = [tile["number"] for tile in view["players"][0]["tiles"]]
    if view["state"] == "paused":
        return {"action": "resume"}
    if not due:
        return {"action": rng.choice(("next_game", "undo"))}
    if kind == "wrong":
        return {"action": "close_tiles", "tiles": sorted(rng.sample(tiles, 2))}
    if kind == "correct":
        seat = str(rng.choice(view["players"])["seat"])
        return {"action": "correct_tiles", "seats": {seat: sorted(rng.sample(tiles, rng.randint(0, 9)))}}
    if kind != "play":
        return {"action": kind}
    if due["what"] == "throw":
        return {"action": "throw", "dice": [rng.randint(1, 6) for _ in range(due["dice"])]}
    if view["state"] == "provisional":
        return {"action": "next"}
    return {"action": "close_tiles", "tiles": rng.choice(view["legal"])}


def answers(teacher, paths) -> list[tuple[str, int]]:
    return [(path, teacher.client.get(path).status_code) for path in paths]


def looked_on(teacher) -> None:
    """The first message of each stream."""
    for path in STREAMS:
        answer = teacher.client.get(path, buffered=False)
        told = list(islice(answer.iter_encoded(), 2))
        assert any(b"event: table" in part for part in told)
        answer.close()


@pytest.mark.parametrize(
    ("game", "profile", "players"), TABLES, ids=lambda part: str(getattr(part, "name", part))
)
def test_every_game_with_few_and_many_players_on_every_page(teacher, game, profile, players) -> None:
    rng = random.Random(f"{profile} {players}")
    teacher.app.config["PROPAGATE_EXCEPTIONS"] = True
    begun = teacher.act(
        action="new_game", setup=setup_at_random(game, profile, players, rng).to_json()
    ).get_json()
    assert len(begun["players"]) == players
    for _ in range(DEEDS):
        assert teacher.act(**deed(sent(teacher.live.snapshot()), rng)).status_code in (200, 409)
        assert max(status for _, status in answers(teacher, LIVE)) == 200
    looked_on(teacher)
    assert max(status for _, status in answers(teacher, OTHERS)) < 500
    teacher.post("/logout")
    assert max(status for _, status in answers(teacher, (*LIVE, *OTHERS))) < 500
