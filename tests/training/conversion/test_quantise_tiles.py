"""The hidden-terrain network in 8 bits answers nearly as it did, also if its weights were stored as half floats."""

import numpy as np
import pytest

from vision.networks.runtime import load_network

pytestmark = pytest.mark.training

_SIDE, _CHANNELS = 16, 7


def _network(rng):
    """Return three convolutions whose first weights are half floats."""
    onnx = pytest.importorskip("onnx")
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    nodes, weights, value = [], [], "planes"
    for n in range(3):
        kernel = rng.normal(0, 0.1, (_CHANNELS, _CHANNELS, 3, 3)).astype(np.float16 if n == 0 else np.float32)
        weights.append(numpy_helper.from_array(kernel, f"w{n}_half" if n == 0 else f"w{n}"))
        nodes += [helper.make_node("Conv", [value, f"w{n}"], [f"c{n}"], name=f"conv{n}", pads=[1, 1, 1, 1])]
        nodes += [helper.make_node("Relu", [f"c{n}"], [f"r{n}"], name=f"relu{n}")]
        value = f"r{n}"
    cast = helper.make_node("Cast", ["w0_half"], ["w0"], name="cast", to=onnx.TensorProto.FLOAT)
    shape = ["n", _CHANNELS, _SIDE, _SIDE]
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape) for name in ("planes", value)]
    graph = helper.make_graph([cast, *nodes], "tiles", ends[:1], ends[1:], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])


def test_in_8_bits_the_network_answers_nearly_as_before(tmp_path):
    pytest.importorskip("nncf")
    import onnx

    from training.conversion.quantise_tiles import quantised

    rng = np.random.default_rng(3)
    model = _network(rng)
    planes = rng.normal(0, 1, (16, _CHANNELS, _SIDE, _SIDE)).astype(np.float32)
    in_8_bits = quantised(model, [{"planes": planes}])
    answers = []
    for name, one in (("float", model), ("bits", in_8_bits)):
        onnx.save(one, str(tmp_path / f"{name}.onnx"))
        answers.append(load_network(tmp_path / f"{name}.onnx").infer(planes)[0])
    assert np.abs(answers[1] - answers[0]).max() < 0.1 * answers[0].max()
    kinds = [node.op_type for node in in_8_bits.graph.node]
    assert "QuantizeLinear" in kinds
    assert "Cast" not in kinds
