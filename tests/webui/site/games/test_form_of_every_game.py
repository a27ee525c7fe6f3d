"""The form of a new game as a browser sends it, every field of it: what was chosen is what is played."""

from html.parser import HTMLParser

from each import each
from sent import sent

from referee.games import GAMES
from webui.table.games import SHOWN
from webui.table.values.setup import Setup, players_at

HOUSES = [(game, profile) for game in GAMES if game in SHOWN for profile in game.profiles]
every_house = each(("game", "profile"), HOUSES)


class Fields(HTMLParser):
    """The fields of a form with the values that a browser would send, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.select = ""

    def handle_starttag(self, tag, attrs) -> None:
        now = dict(attrs)
        if tag == "select":
            self.select = now["name"]
        elif tag == "option" and "selected" in now:
            self.found.append((self.select, now["value"]))
        elif tag == "input" and now.get("name") and (now.get("type") not in ("radio", "checkbox") or "checked" in now):
            self.found.append((now["name"], now.get("value", "")))


def filled(teacher, **chosen) -> None:
    """The form of /new as it stands, with some of its fields chosen otherwise."""
    fields = Fields()
    fields.feed(teacher.page("/new").partition('id="new-game"')[2].partition("</form>")[0])
    data: dict[str, list[str]] = {}
    for name, value in fields.found:
        data.setdefault(name, []).append(value)
    data |= {name: value if isinstance(value, list) else [value] for name, value in chosen.items()}
    data["sure"] = [str(teacher.live.snapshot().id)]
    data["interrupts"] = data["sure"]
    answer = teacher.client.post("/new", data=data)
    assert answer.status_code == 302, answer.get_data(as_text=True)[:2000]


def played(teacher) -> Setup:
    view = sent(teacher.live.snapshot())
    return teacher.live.stored_game(view["id"])[1].setup


def least(game) -> range:
    """The first places, as many as the game needs, and two at least."""
    return range(1, max(2, game.player_range[0]) + 1)


@every_house
def test_the_rules_are_those_of_the_sheet_that_was_chosen(teacher, game, profile) -> None:
    filled(teacher, profile=profile, games="1", seat=["1", "2"])
    assert played(teacher).build() == Setup(game.name, players_at(least(game)), profile).build()


@every_house
def test_so_many_games_are_played_as_were_asked_for(teacher, game, profile) -> None:
    for games in (1, 5):
        filled(teacher, profile=profile, games=str(games), seat=["1", "2"])
        built = played(teacher).build()
        assert getattr(built, "games", games) == games
        assert not hasattr(built, "rounds") or built.rounds == 3


@every_house
def test_a_chosen_rule_is_played_only_on_its_sheet(teacher, game, profile) -> None:
    filled(teacher, profile=profile, games="1", seat=["1", "2"], **{f"{profile}.show_legal": "never"})
    built = played(teacher).build()
    assert built.show_legal == "never"
    usual = Setup(game.name, players_at(least(game)), profile, (("show_legal", "never"),)).build()
    assert built == usual


def test_the_limits_of_a_handicap_are_those_of_each_game(teacher) -> None:
    teacher.post("/language", language="fr", back="/")
    page = " ".join(teacher.page("/new").split())
    for game, _ in HOUSES:
        least, most = game.handicap_range
        assert f'data-least="{least}" data-most="{most}"' in page
    assert "au début de chaque manche, de -20 à 20" in page


def test_a_handicap_of_fewer_points_is_given(teacher) -> None:
    handicaps = {"handicap-1": "-5", "handicap-2": "20"}
    filled(teacher, profile="Trente (Wikilivres)", games="1", seat=["1", "2"], **handicaps)
    assert [player["score"] for player in sent(teacher.live.snapshot())["players"]] == [25, 50]
