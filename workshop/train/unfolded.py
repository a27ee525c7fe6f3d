"""A network that ships back in the form that can be trained: its file has batch norms folded into the convolutions.

Weights whose names the file kept are taken by name. Of the others, convolutions and full layers come in the order in
which they run. Each batch norm is given the means and variances that samples have there, and undoes them: the network
answers as the file does, and learns on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

ANONYMOUS = "onnx::"
"""What the names begin with that the export gives to weights that it changed."""

Arrays = dict[str, NDArray[np.float32]]


def begun(net: nn.Module, file: Path | None, samples: Callable[[], Tensor]) -> nn.Module:
    """A network where its training begins: as a file answers, or from nothing; `samples` as `unfold` wants them."""
    if file is not None:
        unfold(net, file, samples())
    return net


def unfold(net: nn.Module, file: Path, samples: Tensor) -> None:
    """Give a network the weights of a file (changed in place).

    Args:
        net: batch norms stand right after their convolutions, layers in the order in which they run.
        file: .onnx, as `board.net.export` writes it.
        samples: (N, ...) of the network's input, as many and as various as can be.

    Raises:
        ValueError: the file's layers are not of the network's shapes.
    """
    graph = onnx.load(file).graph
    arrays = {
        array.name.removesuffix(".half"): np.asarray(numpy_helper.to_array(array), np.float32)
        for array in graph.initializer
    }
    named = {name: torch.from_numpy(a.copy()) for name, a in arrays.items() if ANONYMOUS not in name}
    norms = dict(with_norms(net))
    own, changed, biases = net.state_dict(), list(anonymous(graph, arrays)), {}
    for name, layer in net.named_modules():
        if isinstance(layer, nn.Conv2d | nn.Linear) and f"{name}.weight" not in named:
            named[f"{name}.weight"], bias = changed.pop(0) if changed else (torch.zeros(0), None)
            if layer in norms and bias is not None:
                biases[norms[layer]] = bias
    wrong = [name for name, weight in named.items() if name not in own or own[name].shape != weight.shape]
    if wrong or changed:
        raise ValueError(f"{file}: expected layers of this network's shapes, got others: {wrong or 'more of them'}")
    net.load_state_dict({**own, **named})
    settle(net, biases, samples)


def with_norms(net: nn.Module) -> Iterator[tuple[nn.Module, nn.BatchNorm2d]]:
    """Each convolution with the batch norm that follows it."""
    for group in net.modules():
        if isinstance(group, nn.Sequential):
            for layer, norm in pairwise(group):
                if isinstance(norm, nn.BatchNorm2d):
                    yield layer, norm


def anonymous(graph: onnx.GraphProto, arrays: Arrays) -> Iterator[tuple[Tensor, Tensor | None]]:
    """Weights and biases that the export named anew, in the order in which they run."""
    for node in graph.node:
        given = [name for name in node.input if ANONYMOUS in name and name in arrays]
        if given and node.op_type in ("Conv", "MatMul"):
            first = arrays[given[0]] if node.op_type == "Conv" else arrays[given[0]].T
            yield (
                torch.from_numpy(first.copy()),
                torch.from_numpy(arrays[given[1]].copy()) if len(given) > 1 else None,
            )


def settle(net: nn.Module, biases: dict[nn.BatchNorm2d, Tensor], samples: Tensor) -> None:
    """Let each batch norm take the samples' mean and spread, and undo them but for its bias (changed in place)."""

    def before(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        mean, spread = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)) + 1e-6
        norm.running_mean, norm.running_var = mean, spread
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.copy_(biases[norm] + mean)

    hooks = [norm.register_forward_pre_hook(before) for norm in biases]
    net.eval()
    with torch.no_grad():
        net(samples)
    for hook in hooks:
        hook.remove()
    net.train()
