"""What is asked of the networks that read dice: the losses of their answers, and shares right."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from ..training import Step, focal_loss

RARE = 3
"""How many flat dice a cocked one weighs."""


def search_loss(answer: Tensor, wanted: Tensor) -> Step:
    """The loss of answers (N, 11, h, w) against targets (N, 9, h, w), and its parts."""
    cells, values = answer.float().split((5, 6), 1)
    heat, counted, weight, value = wanted[:, 0], wanted[:, 1], wanted[:, 7], wanted[:, 8].long()
    found, hit = focal_loss(cells[:, 0], heat, 0.999, counted)
    away = F.smooth_l1_loss(cells[:, 1:5], wanted[:, 2:6], reduction="none", beta=0.2)
    sides = torch.stack([torch.ones_like(heat), torch.ones_like(heat), wanted[:, 6], wanted[:, 6]], 1)
    box = (away * sides * weight[:, None]).sum() / weight.sum().clamp(min=1)
    told = F.cross_entropy(values, (value - 1).clamp(min=0), reduction="none", label_smoothing=0.01)
    worth = weight * (value > 0)
    read = (told * worth).sum() / worth.sum().clamp(min=1)
    seen = ((cells[:, 0].sigmoid() > 0.3) & hit).sum() / hit.sum().clamp(min=1)
    right = (values.argmax(1) == value - 1)[hit & (value > 0)].float().mean()
    metrics = {"found": found.item(), "box": box.item(), "read": read.item(), "seen": seen.item()}
    return found + box + 0.5 * read, {**metrics, "right": right.item()}


def faces_loss(answer: Tensor, wanted: Tensor) -> Step:
    """The loss of answers (N, 12) against labels (N, 8), and shares right."""
    answer = answer.float()
    there, value, cocked = wanted[:, 0], wanted[:, 1].long(), wanted[:, 2]
    found = F.binary_cross_entropy_with_logits(answer[:, 0], there)
    flat = (there > 0.5) & (value >= 0)
    values = F.cross_entropy(answer[:, 1:7], value, ignore_index=-1, reduction="none", label_smoothing=0.01)
    read = values[flat].sum() / flat.sum().clamp(min=1)
    known = (cocked >= 0).float() * there
    tilts = F.binary_cross_entropy_with_logits(answer[:, 7], cocked.clamp(min=0), reduction="none")
    rare = known * (1 + (RARE - 1) * cocked.clamp(min=0))
    tilt = (tilts * rare).sum() / rare.sum().clamp(min=1)
    away = F.smooth_l1_loss(answer[:, 8:12], wanted[:, 3:7], reduction="none", beta=0.05).sum(1)
    box = (away * wanted[:, 7] * there).sum() / (wanted[:, 7] * there).sum().clamp(min=1)
    is_die = answer[:, 0] > 0
    metrics = {
        "found": found.item(), "read": read.item(), "tilt": tilt.item(), "box": box.item(),
        "dice": (is_die == (there > 0.5)).float().mean().item(),
        "right": (answer[:, 1:7].argmax(1) == value)[flat].float().mean().item(),
        "share": there.mean().item(),
    }  # fmt: skip
    return 2 * found + read + 0.5 * tilt + 2 * box, metrics
