"""The one error of this package."""

from __future__ import annotations

from typing import Optional

__all__ = ["ParallaxError"]


class ParallaxError(Exception):
    """Something that cannot be done, in one sentence that says why and what to do.

    ``code`` is the program's exit code, 2 for bad input, or the HTTP status of a coordinator's
    refusal; None if neither was asked.
    """

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code
