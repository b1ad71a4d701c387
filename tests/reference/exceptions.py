"""The reference project's tests that do not pass, each with its reason. A listed test that passes fails the run.

A name stands for all tests below it: a module, a class, or one test.
"""

from __future__ import annotations

INTERNAL = "it asks Python code inside of the engine, and nothing of the language"


def _because(reason: str, names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), reason)


EXCEPTIONS: dict[str, str] = {
    **_because(
        INTERNAL,
        """
        test_agent
        test_attribute_store
        test_context_manager
        test_helpers
        test_session_local_storage
        test_versioning
        test_engine_yaql_functions.TestEngineYaqlFunctions.test_decrypt_data
        test_engine_yaql_functions.TestEngineYaqlFunctions.test_decrypt_data_not_configured
        test_schema_generation.TestSchemaGeneration.test_translate_list
        """,
    ),
    **_because(
        "a static method of a simulation is called on its class, through an object as well",
        """
        test_statics.TestStatics.test_call_python_static_method
        test_statics.TestStatics.test_call_python_classmethod
        """,
    ),
    "test_contracts.TestContracts.test_invalid_dict_expr_contract": "the contract refuses every value, so it is a "
    "violation",
    "test_engine_yaql_functions.TestEngineYaqlFunctions.test_is_operator": "it makes a logger without a name, which "
    "works only where the engine's class is left out",
    "test_find_class.TestFindClass.test_class_with_prefix_not_found": "the message is in our words; the exception is "
    "the same",
    "test_find_class.TestFindClass.test_find_class_with_prefix": "that a class is known by the prefix of old plugins "
    "is no warning of Python",
}


def reason(test: str) -> str | None:
    """Return why a test, "module.Class.test", does not pass; None where it should."""
    module, class_, _ = test.split(".")
    return next(
        (EXCEPTIONS[name] for name in (test, f"{module}.{class_}", module) if name in EXCEPTIONS),
        None,
    )
