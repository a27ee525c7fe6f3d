"""Cuts for the faces network, drawn from patches a batch at a time, on the device that learns.

Each time a patch is shown at another spot, turned, mirrored, stretched, in other colours, light and sharpness, with
dice of other pictures laid on it or beside. A cut's label is as crops.py has it, with a ninth number: its weight, 0
where nobody knows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from .crops import CUT
from .crops import DIE as IN_CUT
from .patches import DIE, PATCH, Stack

NEAR, SCALED = 0.07, 0.13
"""How far beside a die, in dice, and how much too large or small (log) a spot is drawn."""
KINDS = {True: (0.62, 0.2, 0.1, 0.08), False: (0.6, 0.4, 0.0, 0.0)}
"""By whether a die lies in a patch's middle: shares of spots near its middle, where the search found something, beside
the middle, and on a small part of it."""
LAID = 0.3
"""Share of patches beside whose spot a die of another picture is laid; and of those without a die that get one."""
SOFT = 0.12
"""How wide the soft edge of a die is that is laid on another picture, in halves of its side."""


@dataclass(frozen=True, eq=False)
class Patches:
    """Patches on a device, as patches.Stack has them, and a tensor of how often each is shown."""

    images: Tensor
    dice: Tensor
    spots: Tensor
    flat: Tensor
    weight: Tensor

    def __len__(self) -> int:
        return len(self.images)

    @property
    def on_die(self) -> Tensor:
        """(N,) bool: whether a die lies in the middle."""
        first = self.dice[:, 0]
        return (first[:, 4] >= 0) & (first[:, :2].norm(dim=1) < 1)

    def at(self, rows: Tensor) -> Patches:
        """Some of them."""
        return Patches(*(field[rows] for field in (self.images, self.dice, self.spots, self.flat, self.weight)))

    def joined(self, other: Patches) -> Patches:
        """Both."""
        mine = (self.images, self.dice, self.spots, self.flat, self.weight)
        its = (other.images, other.dice, other.spots, other.flat, other.weight)
        return Patches(*(torch.cat(pair) for pair in zip(mine, its, strict=True)))


def on_device(stack: Stack, device: torch.device) -> Patches:
    """A stack on a device; missing dice are ignored ones of no size, missing spots have no side."""
    dice = torch.from_numpy(stack.dice).to(device)
    dice = torch.where(dice.isnan(), torch.tensor([1e4, 1e4, 0, 0, -1, 0], device=device), dice)
    images = torch.from_numpy(stack.images).to(device).permute(0, 3, 1, 2).contiguous()
    spots = torch.from_numpy(stack.spots).to(device).nan_to_num(0.0)
    flat, weight = torch.from_numpy(stack.flat).to(device), torch.from_numpy(stack.weight).to(device)
    return Patches(images, dice, spots, flat, weight)


def drawn_spots(patches: Patches) -> Tensor:
    """Where to cut each patch, (N, 3): centre x, y and side, px of the patch from its middle."""
    n, device = len(patches), patches.images.device
    on_die = patches.on_die
    first = patches.dice[:, 0]
    side = torch.where(on_die, first[:, 2:4].amax(1), torch.full((n,), DIE, device=device))
    middle = torch.where(on_die[:, None], first[:, :2], torch.zeros(n, 2, device=device))
    near = torch.cat(
        [middle + NEAR * side[:, None] * normal(n, 2, device), stretched(side, SCALED)[:, None]], 1
    )
    some = (patches.spots[..., 2] > 0).float()
    centre = patches.spots[torch.arange(n, device=device), (some * torch.rand_like(some)).argmax(1)]
    jitter = torch.cat([0.02 * centre[:, 2:] * normal(n, 2, device), torch.zeros(n, 1, device=device)], 1)
    centre = torch.where(some.any(1)[:, None], centre + jitter, near)
    around = 2 * math.pi * torch.rand(n, device=device)
    away = torch.stack([around.cos(), around.sin()], 1) * uniform(n, 0.5, 1.2, device)[:, None]
    beside = torch.cat([middle + side[:, None] * away, stretched(side, 0.3)[:, None]], 1)
    part = middle + side[:, None] * (torch.rand(n, 2, device=device) - 0.5) * 0.7
    part = torch.cat([part, (side * uniform(n, 0.2, 0.38, device))[:, None]], 1)
    shares = torch.tensor([KINDS[False], KINDS[True]], device=device).cumsum(1)[on_die.long()]
    kind = (torch.rand(n, 1, device=device) > shares[:, :3]).sum(1)
    return torch.stack([near, centre, beside, part], 1)[torch.arange(n, device=device), kind]


def labels(spots: Tensor, dice: Tensor, flat: Tensor) -> Tensor:
    """What the network should say of spots (N, 3) of patches with these dice (N, DICE, 6): (N, 9)."""
    aside, side = (dice[..., :2] - spots[:, None, :2]), spots[:, None, 2]
    longer = dice[..., 2:4].amax(2)
    ignored = ((dice[..., 4] < 0) & (aside.abs() < (dice[..., 2:4] + side[..., None]) / 2).all(2)).any(1)
    far = aside.norm(dim=2) / longer.clamp(min=1)
    far = torch.where(dice[..., 4] >= 0, far, torch.full_like(far, 1e6))
    distance, nearest = far.min(1)
    truth = dice[torch.arange(len(dice), device=dice.device), nearest]
    longer, alike = truth[:, 2:4].amax(1), spots[:, 2] / truth[:, 2:4].amax(1).clamp(min=1)
    nothing = (distance > 0.45) | (alike < 0.38) | (alike > 2.6)
    unknown = ignored | (~nothing & ((distance > 0.32) | (alike < 0.58) | (alike > 1.7)))
    there = (~nothing).float()
    value = torch.where(nothing, -torch.ones_like(distance), truth[:, 4] - 1)
    cocked = torch.where(nothing | ~flat, -torch.ones_like(distance), (truth[:, 4] == 0).float())
    box = torch.cat([(truth[:, :2] - spots[:, :2]) / spots[:, 2:],
                     (truth[:, 2:4].clamp(min=1) / spots[:, 2:]).log()], 1)  # fmt: skip
    return torch.cat([there[:, None], value[:, None], cocked[:, None], box * there[:, None],
                      (truth[:, 5] * there)[:, None], (~unknown).float()[:, None]], 1)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Warp:
    """From the pixels of cuts to those of patches, both from their middles.

    Attributes:
        turn: (N, 2, 2), a turn and a scale.
        to: (N, 2), where the cut's middle goes.
        lean: (N, 2), how much farther the picture lies at the cut's rim, along x and y.
    """

    turn: Tensor
    to: Tensor
    lean: Tensor

    def grid(self) -> Tensor:
        """Where each pixel of the cuts lies, (N, CUT, CUT, 2), px of the patch from its middle."""
        line = torch.arange(CUT, device=self.to.device) - (CUT - 1) / 2
        flat = torch.stack(torch.meshgrid(line, line, indexing="xy"), -1).view(1, -1, 2)
        deep = 1 + (flat * self.lean[:, None]).sum(2, keepdim=True) / (CUT / 2)
        at = torch.einsum("nij,npj->npi", self.turn, flat.expand(len(self.to), -1, -1)) / deep.clamp(min=0.5)
        return (at + self.to[:, None]).view(-1, CUT, CUT, 2)


def drawn_warps(spots: Tensor, flat: Tensor) -> tuple[Warp, Tensor, Tensor]:
    """A warp to each spot, its cut's stretch along x and y (N, 2), and whether it is turned by any angle (N,)."""
    n, device = len(spots), spots.device
    far = (torch.rand(n, device=device) < 0.06) & ~flat
    angle = torch.where(far, 2 * math.pi * torch.rand(n, device=device), 0.13 * torch.randn(n, device=device))
    stretch = (torch.where(flat, 0.04, 0.1)[:, None] * normal(n, 2, device)).exp()
    mirror = torch.where(torch.rand(n, device=device) < 0.5, -1.0, 1.0)
    axes = stretch * torch.stack([mirror, torch.ones_like(mirror)], 1)
    turn = torch.stack(
        [torch.stack([angle.cos(), -angle.sin()], 1), torch.stack([angle.sin(), angle.cos()], 1)], 1
    )
    turn = turn * axes[:, None] * (spots[:, 2] / IN_CUT)[:, None, None]
    lean = torch.where(flat, 0.02, 0.07)[:, None] * normal(n, 2, device)
    return Warp(turn, spots[:, :2], lean.clamp(-0.2, 0.2)), stretch, far


def moved(labels: Tensor, warp: Warp, stretch: Tensor, far: Tensor, side: Tensor) -> Tensor:
    """The labels of cuts as the warp shows them."""
    back = torch.linalg.inv_ex(warp.turn * (IN_CUT / side)[:, None, None]).inverse
    labels = labels.clone()
    labels[:, 3:5] = torch.einsum("nij,nj->ni", back, labels[:, 3:5])
    labels[:, 5:7] -= stretch.log() * labels[:, :1]
    labels[:, 7] *= ~far
    return labels


def sampled(images: Tensor, grid: Tensor) -> Tensor:
    """Pictures (N, 3, PATCH, PATCH) uint8 at a grid's places: (N, 3, CUT, CUT) float32, 0 to 255; edges go on."""
    scaled = grid * (2 / PATCH)
    return F.grid_sample(images.float(), scaled, mode="bilinear", padding_mode="border", align_corners=False)


def laid(cut: Tensor, labels: Tensor, flat: Tensor, others: Patches, known: Tensor) -> tuple[Tensor, Tensor]:
    """Dice of other patches laid on some of the cuts: beside what is there, or where no die is, in its place.

    Args:
        cut: (N, 3, CUT, CUT) float32.
        labels: (N, 9), their labels.
        flat: (N,) bool.
        others: N patches, each around a die whose sides are known.
        known: (N,) bool: whether nothing of another die can lie in the middle.
    """
    n, device = len(cut), cut.device
    wanted = torch.rand(n, device=device) < LAID
    instead = wanted & known & (labels[:, 0] == 0) & (torch.rand(n, device=device) < 0.6)
    die = others.dice[:, 0]
    side = IN_CUT * torch.where(
        instead, stretched(torch.ones(n, device=device), SCALED), uniform(n, 0.85, 1.15, device)
    )
    around = 2 * math.pi * torch.rand(n, device=device)
    apart = torch.where(
        instead, NEAR * IN_CUT * torch.randn(n, device=device).abs(), uniform(n, 0.95, 1.4, device) * IN_CUT
    )
    at = torch.stack([around.cos(), around.sin()], 1) * apart[:, None]
    spot = torch.cat([die[:, :2], (die[:, 2:4].amax(1) * IN_CUT / side)[:, None]], 1)
    warp, stretch, _ = drawn_warps(spot, torch.ones_like(flat))
    to = die[:, :2] - torch.einsum("nij,nj->ni", warp.turn, at)
    grid = Warp(warp.turn, to, 0 * warp.lean).grid()
    new = sampled(others.images, grid)
    inside = ((grid - die[:, None, None, :2]) / (die[:, None, None, 2:4] / 2).clamp(min=1)).abs()
    rim = (inside**3.5).sum(3) ** (1 / 3.5)
    cover = ((1 - rim) / SOFT).clamp(0, 1)
    shadow = uniform(n, 0, 0.5, device)[:, None, None] * ((1.35 - rim) / 0.5).clamp(0, 1)
    gain = uniform(n, 0.7, 1.25, device)[:, None, None, None]
    cover, shadow = (part[:, None] * wanted[:, None, None, None] for part in (cover, shadow))
    cut = cut * (1 - shadow) * (1 - cover) + new * gain * cover
    sides = (die[:, 2:4].clamp(min=1) / (spot[:, 2:] * stretch)).log()
    there = torch.ones(n, device=device)
    label = torch.stack(
        [there, die[:, 4] - 1, torch.where(flat, 0.0, -1.0), *(at / IN_CUT).T, *sides.T, there, there], 1
    )
    return cut, torch.where(instead[:, None], label, labels)


def cuts(patches: Patches, others: Patches) -> tuple[Tensor, Tensor]:
    """A cut of each patch, (N, 3, CUT, CUT) float32 0 to 1, and its label, (N, 9).

    Args:
        patches: each is shown once.
        others: as many, around dice whose sides are known: laid on them.
    """
    spots = drawn_spots(patches)
    label = labels(spots, patches.dice, patches.flat)
    warp, stretch, far = drawn_warps(spots, patches.flat)
    label = moved(label, warp, stretch, far, spots[:, 2])
    cut = sampled(patches.images, warp.grid())
    apart = (patches.dice[..., :2] - spots[:, None, :2]).norm(dim=2) - patches.dice[..., 2:4].amax(2) / 2
    cut, label = laid(cut, label, patches.flat, others, (apart > 0.6 * spots[:, 2:]).all(1))
    return photographed(cut) / 255, label


def plain_cuts(patches: Patches, spots: Tensor) -> tuple[Tensor, Tensor]:
    """Cuts as the reader makes them, at given spots (N, 3), and their labels."""
    n, device = len(patches), patches.images.device
    turn = torch.eye(2, device=device).expand(n, 2, 2) * (spots[:, 2] / IN_CUT)[:, None, None]
    grid = Warp(turn, spots[:, :2], torch.zeros(n, 2, device=device)).grid()
    return sampled(patches.images, grid) / 255, labels(spots, patches.dice, patches.flat)


def photographed(cut: Tensor) -> Tensor:
    """Cuts (N, 3, CUT, CUT) 0 to 255 in other colours and light, by another camera."""
    n, device = len(cut), cut.device
    cut = coloured(cut, some(n, 0.28, device))
    grey = some(n, 0.12, device)
    cut[grey] = torch.lerp(
        cut[grey], cut[grey].mean(1, keepdim=True), uniform(len(grey), 0.4, 1, device)[:, None, None, None]
    )
    cut = cut * uniform(3 * n, 0.75, 1.25, device).view(n, 3, 1, 1)
    gamma = (0.25 * torch.randn(n, 1, 1, 1, device=device)).exp()
    cut = 255 * (cut / 255).clamp(1e-4, 1) ** gamma
    cut = (
        (cut - 128) * uniform(n, 0.6, 1.3, device).view(n, 1, 1, 1)
        + 128
        + uniform(n, -35, 35, device).view(n, 1, 1, 1)
    )
    dim = some(n, 0.08, device)
    cut[dim] = cut[dim].clamp(0, 255) * uniform(len(dim), 0.25, 0.6, device).view(-1, 1, 1, 1)
    cut = mirroring(shaded(cut), some(n, 0.15, device))
    for share, size in ((0.03, 22), (0.05, 28), (0.08, 36), (0.08, 46)):  # from afar
        rows = some(n, share, device)
        small = F.interpolate(cut[rows], (size, size), mode="area")
        cut[rows] = F.interpolate(small, (CUT, CUT), mode="bilinear", align_corners=False)
    for share, sigma in ((0.1, 0.7), (0.08, 1.1), (0.04, 1.6)):
        rows = some(n, share, device)
        cut[rows] = blurred(cut[rows], sigma)
    for _ in range(3):
        rows = some(n, 0.02, device)
        cut[rows] = shaken(cut[rows])
    noisy = some(n, 0.6, device)
    spread = uniform(len(noisy), 0.5, 9, device).view(-1, 1, 1, 1)
    cut[noisy] = cut[noisy] + spread * torch.randn_like(cut[noisy])
    rows = some(n, 0.35, device)
    cut[rows] = compressed(cut[rows].clamp(0, 255))
    return cut.clamp(0, 255)


def coloured(cut: Tensor, rows: Tensor) -> Tensor:
    """Some cuts with their colours turned about their mean any way: dark on light may become red on green."""
    cut, n = cut.clone(), len(rows)
    axes, upper = torch.linalg.qr(torch.randn(n, 3, 3, device="cpu"))
    axes = (axes * upper.diagonal(dim1=1, dim2=2).sign()[:, None]).to(cut.device)
    mean = cut[rows].mean((2, 3), keepdim=True)
    cut[rows] = (
        torch.einsum("nij,njhw->nihw", axes, cut[rows] - mean)
        + mean
        + 25 * torch.randn(n, 3, 1, 1, device=cut.device)
    )
    return cut


def shaded(cut: Tensor) -> Tensor:
    """Light that falls off across some cuts, and the hard edge of a shadow over others."""
    n, device = len(cut), cut.device
    rows = some(n, 0.3, device)
    ramp = uniform(4 * len(rows), 0.45, 1.3, device).view(-1, 1, 2, 2)
    cut[rows] = cut[rows] * F.interpolate(ramp, (CUT, CUT), mode="bilinear", align_corners=True)
    rows = some(n, 0.1, device)
    line = torch.linspace(-1, 1, CUT, device=device)
    around = 2 * math.pi * torch.rand(len(rows), device=device)
    across = around.cos()[:, None, None] * line + around.sin()[:, None, None] * line[:, None]
    edge = (across - uniform(len(rows), -0.6, 0.6, device)[:, None, None]) * uniform(
        len(rows), 4, 40, device
    )[:, None, None]
    cut[rows] = (
        cut[rows] * (1 - uniform(len(rows), 0.2, 0.7, device)[:, None, None] * edge.sigmoid())[:, None]
    )
    return cut


def mirroring(cut: Tensor, rows: Tensor) -> Tensor:
    """Some cuts with a lamp mirrored in what they show: a soft, long spot, often where pips are."""
    n, device = len(rows), cut.device
    line = torch.arange(CUT, device=device) - (CUT - 1) / 2
    around = math.pi * torch.rand(n, device=device)
    at = 9 * normal(n, 2, device)
    x, y = line - at[:, :1, None], line[:, None] - at[:, 1:, None]
    along = around.cos()[:, None, None] * x + around.sin()[:, None, None] * y
    across = around.cos()[:, None, None] * y - around.sin()[:, None, None] * x
    far = (along / uniform(n, 2, 11, device)[:, None, None]) ** 2 + (
        across / uniform(n, 1, 3.5, device)[:, None, None]
    ) ** 2
    cover = uniform(n, 0.3, 1, device)[:, None, None] * (-far).exp()
    cut[rows] = cut[rows] + (255 - cut[rows]) * cover[:, None]
    return cut


def blurred(cut: Tensor, sigma: float) -> Tensor:
    """Out of focus."""
    reach = math.ceil(2.5 * sigma)
    line = torch.arange(-reach, reach + 1, device=cut.device).float()
    weights = (-0.5 * (line / sigma) ** 2).exp()
    weights = weights / weights.sum()
    shape = cut.shape
    flat = F.pad(cut.reshape(-1, 1, CUT, CUT), (reach,) * 4, mode="replicate")
    return F.conv2d(F.conv2d(flat, weights.view(1, 1, 1, -1)), weights.view(1, 1, -1, 1)).view(shape)


def shaken(cut: Tensor) -> Tensor:
    """Moved while the picture was taken, all of them one way."""
    length, angle = int(torch.randint(2, 5, ())), float(torch.rand(())) * math.pi
    steps = torch.linspace(-length, length, 2 * length + 1).tolist()
    moves = [(round(step * math.cos(angle)), round(step * math.sin(angle))) for step in steps]
    return torch.stack([cut.roll(move, (2, 3)) for move in moves]).mean(0)


LUMA = (
    (16, 11, 10, 16, 24, 40, 51, 61), (12, 12, 14, 19, 26, 58, 60, 55), (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62), (18, 22, 37, 56, 68, 109, 103, 77), (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101), (72, 92, 95, 98, 112, 100, 103, 99),
)  # fmt: skip
"""JPEG's own table of steps for brightness, at quality 50."""


def compressed(cut: Tensor) -> Tensor:
    """As JPEG of quality 25 to 90 leaves it: brightness in blocks of 8 px, colours in blocks of 16."""
    n, device = len(cut), cut.device
    quality = uniform(n, 25, 90, device)
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    steps = torch.tensor(LUMA, device=device).float() * scale[:, None, None]
    bright = (cut * torch.tensor([0.114, 0.587, 0.299], device=device).view(1, 3, 1, 1)).sum(1, keepdim=True)
    rest = F.avg_pool2d(cut - bright, 2)
    bright = stepped(bright - 128, steps) + 128
    rest = F.interpolate(
        stepped(rest, 1.3 * steps.clamp(min=12 * scale[:, None, None])), scale_factor=2, mode="bilinear"
    )
    return bright + rest


def stepped(planes: Tensor, steps: Tensor) -> Tensor:
    """Planes (N, C, h, w) whose blocks of 8 px have cosine terms in whole steps (N, 8, 8)."""
    n, c, h, w = planes.shape
    k = torch.arange(8, device=planes.device).float()
    base = (math.pi / 8 * k[:, None] * (k + 0.5)).cos() * torch.where(k == 0, 1 / 8, 1 / 4).sqrt()[:, None]
    blocks = planes.view(n, c, h // 8, 8, w // 8, 8).permute(0, 1, 2, 4, 3, 5)
    terms = base @ blocks @ base.T
    terms = (terms / steps[:, None, None, None]).round() * steps[:, None, None, None]
    return (base.T @ terms @ base).permute(0, 1, 2, 4, 3, 5).reshape(n, c, h, w)


def some(n: int, share: float, device: torch.device) -> Tensor:
    """Which rows of n, a share of them, each time others."""
    return torch.randperm(n, device=device)[: max(1, round(share * n))]


def uniform(n: int, low: float, high: float, device: torch.device) -> Tensor:
    """(n,) between both."""
    return low + (high - low) * torch.rand(n, device=device)


def normal(n: int, wide: int, device: torch.device) -> Tensor:
    """(n, wide) standard noise."""
    return torch.randn(n, wide, device=device)


def stretched(side: Tensor, spread: float) -> Tensor:
    """Sides, each a little larger or smaller (log)."""
    return side * (spread * torch.randn_like(side)).exp()
