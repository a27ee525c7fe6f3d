"""Would it help to adapt the faces network to one table, from the crops that a control with `piste selftest` keeps?

    python -m workshop.train.dice.few_shot draw --tables 24 --seed 1501 --out DIR
    python -m workshop.train.dice.few_shot score DIR --faces faces.pt --out workshop/train/dice/few_shot.json

The dice of a table lie anew in every picture: the board, its lamp, its camera and the dice's looks stay. The first
pictures are learnt from, as a control would show them; the others are read. What is adapted is the last layer's six
rows of values, held to what they were by a weight chosen on the first half of the tables; the figures are the other
half's.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from vision.dice.candidates import CUT, IN_CUT
from vision.dice.views import around, flat_view, through
from vision.observation import Point

from ...scenes.describe.sample import sample_scene
from ...scenes.describe.scene import Cube, Scene
from ...scenes.draw.render import render
from .faces import FacesNet

LEARNT, READ = 6, 10
"""Pictures of a table: to learn from, as many as a control shows; to read."""
HELD = (0.0, 0.1, 0.3, 1.0, 3.0, 10.0)
"""How strongly the rows are held to what they were; 0 stands for leaving them alone."""
STEPS, RATE = 60, 0.05
APART = 32.0  # mm
JITTER = 0.06  # how far beside a die the search may find it, in its sides
Sample = tuple[NDArray[np.uint8], int]


def draw(given: argparse.Namespace) -> None:
    """Write the pictures of every table and their truths, one labels.jsonl a table."""
    for table in range(given.tables):
        rng = np.random.default_rng((given.seed, table))
        scene = sample_scene(rng, "occe", "test", 0.5, (1280, 960))
        while len(scene.dice) < 2:
            scene = sample_scene(rng, "occe", "test", 0.5, (1280, 960))
        folder = given.out / f"{table:03d}"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "labels.jsonl").open("w", encoding="utf-8") as labels:
            for index in range(LEARNT + READ):
                image, truth = render(replace(scene, dice=lying(rng, scene)))
                cv2.imwrite(str(folder / f"{index:02d}.png"), image)
                labels.write(json.dumps({"image": f"{index:02d}.png", **truth}) + "\n")
        print(f"{table + 1}/{given.tables} tables", flush=True)


def lying(rng: np.random.Generator, scene: Scene) -> tuple[Cube, ...]:
    """The scene's dice, flat upon the middle of its board, apart from each other."""
    assert scene.board is not None
    places: list[NDArray[np.float64]] = []
    while len(places) < len(scene.dice):
        place = rng.uniform(0.25, 0.75, 2) * scene.board.size
        if all(np.hypot(*(place - other)) > APART for other in places):
            places.append(place)
    return tuple(
        replace(
            cube, value=int(rng.integers(1, 7)), state="flat", at=(float(x), float(y)),
            ground=scene.board.thick, turn=float(rng.uniform(0, 360)), pose=None,
        )
        for cube, (x, y) in zip(scene.dice, places, strict=True)
    )  # fmt: skip


def samples(folder: Path) -> tuple[list[Sample], list[Sample]]:
    """The cuts of a table's flat dice with their values (0 to 5): to learn from, and to read."""
    rng, parts = np.random.default_rng(1), ([], [])  # type: ignore[var-annotated]  # two lists of Sample
    for index, line in enumerate((folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()):
        truth = json.loads(line)
        image = cv2.imread(str(folder / truth["image"]))
        assert image is not None, truth["image"]
        flat = [die for die in truth["dice"] if die["value"] and not die.get("covered")]
        picture = np.asarray(image, np.uint8)
        parts[index >= LEARNT].extend((_cut(picture, truth, die, rng), die["value"] - 1) for die in flat)
    return parts


def _cut(
    image: NDArray[np.uint8], truth: dict[str, Any], die: dict[str, Any], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """A die as the reader would cut it out where the board is known."""
    board = truth["board"]
    corners: list[Point] = [(float(x), float(y)) for x, y in board["corners"]]
    deep, wide = board["millimetres"]
    view = flat_view(corners, (deep, wide), 2.0, around(0.3), (image.shape[1], image.shape[0]))
    x, y, width, height = die["box"]
    back = np.linalg.inv(view.matrix)
    spots = cv2.perspectiveTransform(
        np.array([[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]], np.float64), back
    )[0]
    side = float((spots.max(axis=0) - spots.min(axis=0)).mean())
    middle = (spots.max(axis=0) + spots.min(axis=0)) / 2 + rng.normal(0, JITTER, 2) * side
    cut = view.cut((float(middle[0]), float(middle[1])), side / IN_CUT, (CUT - 1) / 2)
    return through(image, cut, (CUT, CUT))


def features(net: FacesNet, found: list[Sample]) -> tuple[torch.Tensor, torch.Tensor]:
    """What the last layer sees of each cut and of its mirror image, (2 n, 96), and the values, (2 n,)."""
    cuts = np.stack([cut for cut, _ in found])
    both = np.concatenate([cuts, cuts[:, :, ::-1]])
    shown = torch.from_numpy(np.ascontiguousarray(both.transpose(0, 3, 1, 2))).float() / 255
    kept: list[torch.Tensor] = []
    hook = net.thought.register_forward_hook(lambda _net, _given, told: kept.append(told))
    with torch.no_grad():
        net(shown)
    hook.remove()
    return kept[0], torch.tensor([value for _, value in found] * 2)


def adapted(
    net: FacesNet, seen: torch.Tensor, values: torch.Tensor, held: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """The last layer's rows of values and their offsets after learning from a table's cuts."""
    old, offsets = net.head.weight[1:7].detach(), net.head.bias[1:7].detach()
    rows, moved = old.clone().requires_grad_(), offsets.clone().requires_grad_()
    if held == 0:
        return old, offsets
    optimiser = torch.optim.Adam([rows, moved], lr=RATE)
    for _ in range(STEPS):
        optimiser.zero_grad()
        loss = functional.cross_entropy(seen @ rows.T + moved, values)
        away = (rows - old).square().sum() + (moved - offsets).square().sum()
        (loss + held * away).backward()
        optimiser.step()
    return rows.detach(), moved.detach()


def right(seen: torch.Tensor, values: torch.Tensor, rows: torch.Tensor, offsets: torch.Tensor) -> int:
    """How many dice are read right, each seen straight and in the mirror."""
    told = (seen @ rows.T + offsets).softmax(1)
    count = len(values) // 2
    both = told[:count] + told[count:]
    return int((both.argmax(1) == values[:count]).sum())


def score(given: argparse.Namespace) -> None:
    """Adapt to every table, read its other pictures, and say whether that helped."""
    torch.manual_seed(1)
    net = FacesNet()
    net.load_state_dict(torch.load(given.faces, weights_only=True)["net"])
    net.eval()
    tables = [samples(folder) for folder in sorted(given.folder.iterdir()) if folder.is_dir()]
    counts = np.zeros((len(tables), len(HELD)), int)
    for index, (learnt, read) in enumerate(tables):
        learnt_from, to_read = features(net, learnt), features(net, read)
        for column, held in enumerate(HELD):
            counts[index, column] = right(*to_read, *adapted(net, *learnt_from, held))
    half = len(tables) // 2
    best = 1 + int(counts[:half, 1:].sum(axis=0).argmax())
    before, after = counts[half:, 0], counts[half:, best]
    figures = {
        "tables": len(tables) - half, "learnt_from": int(np.mean([len(a) for a, _ in tables[half:]])),
        "dice": sum(len(b) for _, b in tables[half:]), "right_before": int(before.sum()),
        "right_after": int(after.sum()), "tables_better": int((after > before).sum()),
        "tables_worse": int((after < before).sum()), "held": HELD[best],
        "chosen_on": dict(zip(map(str, HELD), counts[:half].sum(axis=0).tolist(), strict=True)),
    }  # fmt: skip
    given.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures))


def main() -> None:
    """Read the arguments and draw, or score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    drawing = verbs.add_parser("draw")
    drawing.add_argument("--tables", type=int, default=24)
    drawing.add_argument("--seed", type=int, default=1501)
    drawing.add_argument("--out", type=Path, required=True)
    drawing.set_defaults(do=draw)
    scoring = verbs.add_parser("score")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("--faces", type=Path, required=True)
    scoring.add_argument("--out", type=Path, required=True)
    scoring.set_defaults(do=score)
    given = parser.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
