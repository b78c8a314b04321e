"""The form of a network as an ONNX file: its inputs, outputs and dynamic axes."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class OnnxForm:
    """The form of a network as an ONNX file.

    Attributes:
        example: an example input, or all inputs; fixes the shapes of all axes but ``axes``.
        names: names of the inputs, then of the outputs.
        axes: dynamic axes of every input and output: index to name.
    """

    example: Tensor | tuple[Tensor, ...]
    names: list[str]
    axes: dict[int, str]
