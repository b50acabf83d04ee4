"""The browser of the library's tests."""

from tests.interfaces.conftest import browser, clew, environment, page

__all__ = ["browser", "clew", "environment", "page"]
