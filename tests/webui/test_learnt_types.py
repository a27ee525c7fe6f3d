"""Types that msgspec reads are learnt when their module is imported: two threads that learn one at once crash Piste."""

import subprocess
import sys

FIRST_USE = """
import sys
from webui.site.show.games.topology import topology
from webui.site.show.games.track import track
from webui.table.values.actions import action_from_json
from webui.words.rules.files import rule_sheet

def learns(frame, event, what):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        sys.exit("a type is learnt late")

sys.setprofile(learns)
rule_sheet("tock"), topology("backgammon"), track(), action_from_json({"action": "undo"})
"""
"""`msgspec._utils.get_class_annotations` is called once for each type, when it is learnt."""


def test_no_type_is_learnt_while_pages_are_served() -> None:
    said = subprocess.run([sys.executable, "-c", FIRST_USE], check=False, capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (0, "")
