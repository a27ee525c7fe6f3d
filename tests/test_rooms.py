"""Each room imports only what the house allows, stands on few floors, and keeps its folders small.

`python tests/test_rooms.py` prints the floors of the rooms and the widest folders.
"""

import ast
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from each import each

CHECKOUT = Path(__file__).resolve().parents[1]
ROOMS = ("referee", "vision", "hardware", "models", "webui", "workshop")
OURS = {
    "referee": set(),
    "vision": set(),
    "hardware": {"vision"},
    "models": set(),
    "webui": {"referee", "vision", "hardware", "models"},
    "workshop": {"referee", "vision", "hardware", "models", "webui"},
}
THEIRS = {
    "referee": set(),
    "vision": {"numpy", "cv2", "onnxruntime"},
    "hardware": {"numpy", "cv2", "picamera2", "libcamera", "reportlab", "gpiozero"},
    "models": set(),
    "workshop": {
        "numpy",
        "cv2",
        "onnx",
        "torch",
        "PIL",
        "mujoco",
        "bpy",
        "bmesh",
        "mathutils",
        "packaging",
        "requests",
        "click",
        "flask",
        "werkzeug",
        "msgspec",
    },
    "webui": {
        "numpy",
        "cv2",
        "click",
        "flask",
        "flask_wtf",
        "babel",
        "werkzeug",
        "jinja2",
        "markupsafe",
        "msgspec",
        "wtforms",
        "itsdangerous",
        "waitress",
        "segno",
        "odfdo",
        "paho",
        "sqlalchemy",
    },
}
NEVER_IN_REFEREE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "pathlib",
    "io",
    "sqlite3",
    "socket",
    "subprocess",
}


def modules(room: str) -> Iterator[Path]:
    yield from sorted((CHECKOUT / room).rglob("*.py"))


@cache
def statements(module: Path) -> tuple[ast.Import | ast.ImportFrom | ast.ClassDef, ...]:
    """The imports and classes of a module, inside functions too; each module is read once."""
    every = ast.walk(ast.parse(module.read_text(encoding="utf-8")))
    return tuple(node for node in every if isinstance(node, (ast.Import, ast.ImportFrom, ast.ClassDef)))


def imports(module: Path) -> set[str]:
    """Top-level packages that a module names in absolute imports."""
    found: set[str] = set()
    for node in statements(module):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


@each("room", ROOMS)
def test_a_room_imports_only_what_the_house_allows(room: str) -> None:
    allowed = set(sys.stdlib_module_names) | OURS[room] | THEIRS[room] | {"__future__"}
    wrong = {str(m.relative_to(CHECKOUT)): sorted(imports(m) - allowed) for m in modules(room)}
    assert {name: names for name, names in wrong.items() if names} == {}


def test_onnxruntime_is_imported_once_with_its_telemetry_off() -> None:
    everywhere = [m for room in (*ROOMS, "tests") for m in modules(room)]
    by = {m.relative_to(CHECKOUT).as_posix() for m in everywhere if "onnxruntime" in imports(m)}
    assert by == {"vision/runtime.py"}


def test_the_referee_reads_no_clock_no_file_and_no_chance() -> None:
    wrong = {m.name: sorted(imports(m) & NEVER_IN_REFEREE) for m in modules("referee")}
    assert {name: names for name, names in wrong.items() if names} == {}


@each("room", ROOMS)
def test_nobody_imports_the_workshop(room: str) -> None:
    wrong = (
        {} if room == "workshop" else {str(m): imports(m) for m in modules(room) if "workshop" in imports(m)}
    )
    assert wrong == {}


def imported(module: Path) -> Iterator[tuple[str, str]]:
    """The full name of each module that a module imports or imports from, with that of what it takes."""
    package = module.relative_to(CHECKOUT).parent.parts
    for node in statements(module):
        if isinstance(node, ast.Import):
            yield from ((alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*parts, *filter(None, [node.module])))
            yield from ((base, f"{base}.{alias.name}") for alias in node.names)


def reached(module: Path) -> set[str]:
    """Modules and packages of ours that a module imports, by their full names."""
    return {name for both in imported(module) for name in both}


def circles(room: str) -> list[list[str]]:
    """Modules of a room that import each other, directly or by way of others; what is imported for types counts."""
    known = {".".join(m.relative_to(CHECKOUT).with_suffix("").parts): m for m in modules(room)}
    known = {name.removesuffix(".__init__"): module for name, module in known.items()}
    order = TopologicalSorter({name: named(module, known) - {name} for name, module in known.items()})
    try:
        order.prepare()
    except CycleError as error:
        return [error.args[1]]
    return []


def named(module: Path, known: Collection[str]) -> set[str]:
    """The modules of ours that one imports, or imports something from."""
    return {full if full in known else base for base, full in imported(module)} & set(known)


@each("room", [room for room in ROOMS if room != "workshop"])
def test_no_room_runs_in_circles(room: str) -> None:
    assert circles(room) == []


def test_the_live_table_imports_no_words_and_no_site() -> None:
    above = ("webui.words", "webui.site", "webui.live", "webui.store", "webui.commands", "flask", "cv2")
    wrong = {
        module.name: sorted(name for name in reached(module) if name.startswith(above))
        for module in (CHECKOUT / "webui" / "table").rglob("*.py")
    }
    assert {name: names for name, names in wrong.items() if names} == {}


@pytest.mark.parametrize("part", ["checkup", "capture"])
def test_checking_up_and_capturing_import_no_words_and_no_site(part: str) -> None:
    above = ("webui.words", "webui.site", "webui.live", "webui.commands", "flask")
    wrong = {
        module.name: sorted(name for name in reached(module) if name.startswith(above))
        for module in (CHECKOUT / "webui" / part).rglob("*.py")
    }
    assert {name: names for name, names in wrong.items() if names} == {}


def test_no_two_parts_of_vision_look_at_each_other() -> None:
    parts = {path.stem for path in (CHECKOUT / "vision").iterdir() if path.suffix in ("", ".py")}
    arrows = {
        (module.relative_to(CHECKOUT / "vision").with_suffix("").parts[0], name.split(".")[1])
        for module in modules("vision")
        for name in reached(module)
        if name.startswith("vision.") and name.split(".")[1] in parts
    }
    pairs = {(one, other) for one, other in arrows if one < other and (other, one) in arrows}
    assert pairs <= {("calibration", "follow")}  # learning a table fuses its looks as following does


def arrows(room: str) -> dict[str, frozenset[str]]:
    """Box of a room, a sub-package or a module beside them -> the boxes that it imports, late or for types too."""
    known = {name: module for module in modules(room) for name in [name_of(module)]}
    found: dict[str, set[str]] = {box(name): set() for name in known}
    for name, module in known.items():
        found[box(name)] |= {box(other) for other in named(module, known)} - {box(name)}
    return {name: frozenset(others) for name, others in found.items()}


def name_of(module: Path) -> str:
    parts = module.relative_to(CHECKOUT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def box(name: str) -> str:
    return ".".join(name.split(".")[:2])


def floors(graph: Mapping[str, frozenset[str]]) -> int:
    """How many boxes stand on each other at most; boxes that import each other are one."""

    def below(start: str) -> frozenset[str]:
        seen: set[str] = set()
        left = [start]
        while left:
            for other in graph[left.pop()] - seen:
                seen.add(other)
                left.append(other)
        return frozenset(seen)

    reach = {name: below(name) for name in graph}
    together = {name: frozenset({name} | {b for b in reach[name] if name in reach[b]}) for name in graph}

    @cache
    def height(boxes: frozenset[str]) -> int:
        under = {together[other] for name in boxes for other in graph[name]} - {boxes}
        return 1 + max(map(height, under), default=0)

    return max(map(height, together.values()))


FLOORS = {"referee": 9, "vision": 6, "hardware": 4, "webui": 7}
"""How many sub-packages and modules of a room may stand on each other."""


@each("room", FLOORS)
def test_a_room_has_few_floors(room: str) -> None:
    assert floors(arrows(room)) <= FLOORS[room]


def test_floors_count_what_stands_on_each_other() -> None:
    stairs = {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset(), "d": frozenset("c")}
    assert floors(stairs) == 3
    assert floors(stairs | {"c": frozenset("b")}) == 2  # b and c import each other


def test_no_two_parts_of_webui_look_at_each_other() -> None:
    graph = arrows("webui")
    order = TopologicalSorter({name: graph[name] - {"webui"} for name in graph})
    order.prepare()  # raises CycleError, which names them
    assert set(graph) >= {"webui.table", "webui.words", "webui.site"}


def test_each_package_of_the_table_imports_only_those_before_it() -> None:
    packages = [f"webui.table.{name}" for name in ("belief", "values", "games", "transitions")]
    above = {name: packages[floor + 1 :] for floor, name in enumerate(packages)}
    wrong = {
        (name_of(module), other)
        for module in (CHECKOUT / "webui" / "table").rglob("*.py")
        for other in reached(module)
        for late in above.get(".".join(name_of(module).split(".")[:3]), ())
        if other.startswith(late)
    }
    assert wrong == set()


WIDEST, WIDEST_OF_TESTS = 25, 30


def folders() -> Counter[str]:
    """Folder of the checkout -> how many files lie in it; what belongs to one recording counts once."""
    rooms = [CHECKOUT / room for room in (*ROOMS, "tests", "docs")]
    files = [file for room in rooms for file in room.rglob("*") if file.is_file()]
    ours = {
        (file.parent.relative_to(CHECKOUT).as_posix(), file.name.split(".")[0] if film(file) else file.name)
        for file in files
        if "__pycache__" not in file.parts
    }
    return Counter(folder for folder, _ in ours)


def film(file: Path) -> bool:
    return file.name.endswith((".mp4", ".truth.jsonl"))


def test_no_folder_is_too_wide() -> None:
    most = {folder: WIDEST_OF_TESTS if folder.startswith("tests") else WIDEST for folder in folders()}
    assert {folder: many for folder, many in folders().items() if many > most[folder]} == {}


TWICE = {"Throw"}
"""Classes of the live table that still share their name with another one."""


def test_a_class_name_is_used_once_in_the_program() -> None:
    found = Counter(
        node.name
        for room in ROOMS
        for module in modules(room)
        for node in statements(module)
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in found.items() if times > 1} == TWICE


def test_no_init_files_below_tests() -> None:
    assert list((CHECKOUT / "tests").rglob("__init__.py")) == []


if __name__ == "__main__":
    for each in ROOMS:
        print(f"{each}: {floors(arrows(each))} floors")
    for folder, many in folders().most_common(5):
        print(f"{folder}: {many} files")
