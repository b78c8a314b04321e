"""What makes and trains the learned part of the eyes: a maker of pictures with exact truth, and the training script."""
