"""Weights in 8 bits are rounded so that sums of two products fit into 16 bits, with hardly another output."""

import numpy as np
import pytest

pytestmark = pytest.mark.training

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

_SIDE, _INPUTS, _OUTPUTS = 12, 5, 6


def _quantised_network(rng):
    """Return a convolution of an odd number of inputs whose weights are as large as 8 bits allow."""
    import onnx

    helper, stored = onnx.helper, onnx.numpy_helper.from_array
    weights = rng.integers(-127, 128, (_OUTPUTS, _INPUTS, 3, 3)).astype(np.int8)
    weights[0] = rng.integers(-20, 21, weights[0].shape)
    weights[1, :2] = 127
    tensors = [
        stored(weights, "w"),
        stored(np.full(_OUTPUTS, 0.01, np.float32), "ws"),
        stored(np.zeros(_OUTPUTS, np.int8), "wz"),
        stored(np.float32(1 / 255), "xs"),
        stored(np.uint8(0), "xz"),
    ]
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "xs", "xz"], ["xq"]),
        helper.make_node("DequantizeLinear", ["xq", "xs", "xz"], ["xd"]),
        helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["wd"], axis=0),
        helper.make_node("Conv", ["xd", "wd"], ["y"]),
    ]
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in ("x", "y")]
    ends[0] = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["n", _INPUTS, _SIDE, _SIDE])
    graph = helper.make_graph(nodes, "convolution", ends[:1], ends[1:], tensors)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def _weights(model):
    from onnx import numpy_helper

    return next(numpy_helper.to_array(t) for t in model.graph.initializer if t.name == "w").astype(int)


def test_no_pair_of_weights_can_overflow_and_small_weights_stay_as_they_are():
    from training.conversion.without_overflow import without_overflow

    rng = np.random.default_rng(2)
    model = _quantised_network(rng)
    changed = _weights(without_overflow(model, [{"x": rng.random((8, _INPUTS, _SIDE, _SIDE), np.float32)}]))
    even = np.pad(changed, [(0, 0), (0, 1), (0, 0), (0, 0)])
    first, second = even[:, ::2], even[:, 1::2]
    of_one_sign = np.where(first * second > 0, abs(first + second), 0)
    assert of_one_sign.max() <= 128
    assert of_one_sign[1].max() > 120, "as large as they may be"
    assert (abs(changed[0] - _weights(model)[0]) <= 2).all()


def test_outputs_hardly_change_and_less_than_by_plain_rounding():
    from training.conversion.in_floats import outputs_in_floats
    from training.conversion.without_overflow import without_overflow

    rng = np.random.default_rng(4)
    model = _quantised_network(rng)
    alike = rng.random((16, 1, _SIDE, _SIDE), np.float32)  # channels that vary together, as in any network
    inputs = [{"x": np.clip(alike + 0.1 * rng.random((16, _INPUTS, _SIDE, _SIDE), np.float32), 0, 1)}]
    before, after = (outputs_in_floats(m, inputs)[0][0] for m in (model, without_overflow(model, inputs)))
    error = np.sqrt(((after - before) ** 2).mean())
    step = 0.01 / 255 * 255  # of a weight, for the largest input
    by_rounding = 2 * step * np.sqrt(_INPUTS * 9 / 12) * np.sqrt((inputs[0]["x"] ** 2).mean())
    assert error < 0.5 * by_rounding
    assert error < 0.01 * before.std()
