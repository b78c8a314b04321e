"""``python -m training.scene_net.train``: train the scene network on synthetic pictures and write it as ONNX."""

from __future__ import annotations

from pathlib import Path

import torch

from training.common.export import export
from training.common.loop import Parts, add_makers, begin, options_parser, run
from training.common.pooled_feed import Source
from training.scene_net.feed import Batch, batches, scene_feed
from training.scene_net.imitation import Teacher
from training.scene_net.losses import loss_of
from training.scene_net.model import SceneNet


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/scene.pt"), Path("out/scene.onnx"), steps=10000, batch=8)
    add_makers(parser)
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--crop", type=int, default=256, help="pixels along the crops that are learned from")
    parser.add_argument("--pool", type=int, default=300, help="pictures that are kept to draw from, 1.2 MB each")
    parser.add_argument("--traced", type=Path, help="folder of path-traced pictures to mix in")
    parser.add_argument("--teacher", type=Path, help="weights of a network to imitate, by conversion.warm --teacher")
    parser.add_argument("--truth", type=float, default=0.25, help="weight of the truth's terms beside a teacher's")
    options = parser.parse_args()
    state = begin(SceneNet(), options)
    teacher = None
    if options.teacher:
        weights = torch.load(options.teacher, map_location=options.device)
        teacher = Teacher(weights, options.device)
    parts = _Parts(state.model, teacher, options.truth)
    seed = options.seed + state.step
    source = Source(seed, options.pool, options.makers, options.traced, options.materials, options.device)
    with scene_feed(source) as feed:
        run(state, options, batches(feed, options.batch, options.crop), parts)
    export(state.mean, state.model.onnx_form(), options.onnx)


class _Parts:
    """The terms of the loss of a batch; beside a teacher those of the truth have the weight ``truth``."""

    def __init__(self, model: torch.nn.Module, teacher: Teacher | None, truth: float) -> None:
        self._model, self._teacher, self._truth = model, teacher, truth

    def __call__(self, batch: Batch) -> Parts:
        pictures, truth = batch
        pictures = pictures.contiguous(memory_format=torch.channels_last)
        logits, features = (part.float() for part in self._model.logits_and_features(pictures))
        terms = loss_of(logits, truth)
        if self._teacher is None:
            return terms
        weighted = {name: self._truth * term for name, term in terms.items()}
        return weighted | self._teacher.terms(pictures, logits, features)


if __name__ == "__main__":
    main()
