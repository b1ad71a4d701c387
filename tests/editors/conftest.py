"""A browser for the sessions in VS Code."""

from tests.interfaces.browsing import browser, pytest_pyfunc_call

__all__ = ["browser", "pytest_pyfunc_call"]
