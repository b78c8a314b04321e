"""Conversion of networks: from trained weights to ONNX, to 8 bits, and back to weights for further training."""
