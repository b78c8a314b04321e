"""Restores networks without batch normalisation from their ONNX files, so that their trainings can go on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from training.common.export import HALF, export
from training.common.onnx_form import OnnxForm


class Exported(Protocol):
    """A network that knows the form of its ONNX file."""

    def onnx_form(self) -> OnnxForm:
        """Return the form."""

    def state_dict(self) -> Mapping[str, Tensor]:
        """Return the weights by name; they share memory with the network's."""


def restore(model: Exported, learned: onnx.ModelProto) -> None:
    """Set the weights of a network, in place, to those of an exported one.

    Exporting renames some weights and transposes others. How is seen by exporting the network itself, with random
    weights: each is then found again by its values. Weights that exporting leaves out stay as they are.

    Args:
        model: a network of the same kind.
        learned: as written by ``export``, its weights in floats or half floats.

    Raises:
        ValueError: the file is of another kind of network, or was written by another release of PyTorch.
    """
    own = {name: weight for name, weight in model.state_dict().items() if weight.is_floating_point()}
    kept = {name: weight.clone() for name, weight in own.items()}
    for weight in own.values():
        weight.copy_(torch.rand_like(weight) + 1)
    given, exported = _weights(learned), _weights(_exported(model))
    if given.keys() != exported.keys():
        raise ValueError("The ONNX file holds other weights than this network; export it with the same PyTorch.")
    for name, weight in own.items():
        weight.copy_(_found(weight, exported, given, kept[name]))


def _exported(model: Exported) -> onnx.ModelProto:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "network.onnx"
        export(model, model.onnx_form(), path)
        return onnx.load(str(path))


def _weights(learned: onnx.ModelProto) -> dict[str, Tensor]:
    """Return the weights of an ONNX file by name, in floats."""
    arrays = {t.name.removesuffix(HALF): numpy_helper.to_array(t) for t in learned.graph.initializer}
    return {name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays.items()}


def _found(own: Tensor, exported: Mapping[str, Tensor], given: Mapping[str, Tensor], otherwise: Tensor) -> Tensor:
    """Return the given weight whose exported values are those of ``own``, as they are or transposed."""
    for name, values in exported.items():
        if torch.equal(values, own):
            return given[name]
        if values.dim() == 2 and torch.equal(values.T, own):
            return given[name].T
    return otherwise
