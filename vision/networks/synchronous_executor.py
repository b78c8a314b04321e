"""An executor without a thread, for processes that have one core each."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class SynchronousExecutor(Executor):
    """Does its work in the thread that submits it; a second thread on one core only takes turns with the first."""

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Do the work, and return a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:  # raised again by whoever asks for the result, as from a thread
            future.set_exception(error)
        return future
