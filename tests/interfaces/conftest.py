"""A browser for the tests of the page and of an editor in a page."""

from tests.interfaces.browsing import browser, built_page, pytest_pyfunc_call

__all__ = ["browser", "built_page", "pytest_pyfunc_call"]
