"""The page: the live table, and photos that are tallied when they are dropped on it."""

from companion.web.app import create_app
from companion.web.config import Config

__all__ = ["Config", "create_app"]
