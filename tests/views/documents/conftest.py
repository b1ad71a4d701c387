"""A browser for the test of the search."""

from tests.interfaces.browsing import browser, pytest_pyfunc_call

__all__ = ["browser", "pytest_pyfunc_call"]
