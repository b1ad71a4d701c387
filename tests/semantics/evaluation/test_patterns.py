"""Regular expressions mean what they mean in yaql, which runs them with Python's `re`."""

from __future__ import annotations

import pytest

from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.regular_expressions import expanded_size
from tests.semantics.evaluation import plain
from tests.semantics.evaluation.setting import Setting

PATTERNS = [
    *(
        "",
        "a",
        "a*",
        "a*?",
        "a+b|c",
        "^a",
        "a$",
        "^$",
        "^",
        "$",
        r"\b",
        r"\B",
        r"\w+",
        r"\W",
        r"\d+",
        r"\s",
        r"\S+",
    ),
    *(
        r"\Aa",
        r"a\Z",
        "(a)(b)?",
        "(?:a|b)+",
        "(?P<first>a)(?P=first)",
        r"(a)\1",
        "(?i)A",
        "(?m)^b$",
        "(?s)a.b",
        ".",
    ),
    *(
        "(?x) a # note [ {\n b",
        "a(?=b)",
        "a(?!b)",
        "(?<=a)b",
        "(?<!a)b",
        "(a)?(?(1)b|c)",
        "(?>a+)b",
        "a++b",
        "x*",
    ),
    *(
        "[abc]+",
        "[^abc]+",
        "[]a]",
        "[^]a]",
        "[a-c-]",
        "[a[]",
        "[[:alpha:]]+",
        "[[a]b]",
        r"[\]a]",
        r"[\w-]+",
        "[a--b]",
        "[{1}]",
        "[a{]+",
    ),
    *(
        "a{2}",
        "a{1,2}",
        "a{,2}",
        "a{1,}",
        "a{,}",
        "{",
        "a{",
        "a{}",
        "a{x}",
        "a{e<=1}",
        "a{1,2",
        "}",
        r"\{a\}",
        "(b{i}){2}",
    ),
    *(
        "(",
        ")",
        "[",
        "*a",
        "a**",
        r"\q",
        r"\p{L}",
        "(?<n>a)",
        "(?z)a",
        "(?P<n>a)(?P<n>b)",
        "(?<=a+)b",
        r"\2",
        "a{2,1}",
    ),
    *(
        "(?R)",
        "(?1)",
        "(*PRUNE)a",
        r"\N{DIGIT ONE}",
        r"\x61",
        r"\u0061",
        r"\07",
        "[z-a]",
        r"\m",
        "(?|a|b)",
        r"\K",
        r"\X",
    ),
    *(
        "é",
        "É",
        "ß",
        "ſ",
        "[[é-ü]]",
        r"[\x1c\s]+",
        "(?a)\\w+",
        "(?u)\\w+",
        "(?L)a",
        "||",
        "a||b",
        "[a&&b]",
        "[a~~b]",
    ),
]
TEXTS = [
    *(
        "",
        "a",
        "b",
        "ab",
        "aab",
        "aaa bbb",
        "abcabc",
        "a\nb",
        "A",
        "xay",
        "a1 b22 c333",
        "[a]",
        "{a}",
        "a{e<=1}",
        ":alpha",
    ),
    *(
        "éÉßſ",
        "a-b-c",
        "\x85\xa0 ",
        "1٣",
        "a{}",
        "a{",
        "b{i}b{i}",
        "]a",
        "a]",
        "ss",
        "a||b",
        "&a&b",
    ),
]
REPLACEMENTS = [
    "",
    "x",
    r"<\g<0>>",
    r"\1",
    r"\g<first>",
    r"\\",
    r"\n",
    r"\q",
    r"\9",
    "$1",
    r"\g<1>y",
    r"\0",
]
CALLS = [
    "regex($p).searchAll($t, [$, $2])",
    "$t.matches($p)",
    "$t =~ $p",
    "$t !~ regex($p)",
    "regex($p).search($t)",
    "regex($p).search($t, [$, $2])",
    "regex($p).searchAll($t)",
    "regex($p, ignoreCase => true, multiLine => true).searchAll($t)",
    "regex($p, dotAll => true).searchAll($t, $.start)",
    "regex($p).split($t)",
    "$t.split(regex($p), 1)",
    "regex($p).replace($t, $r)",
    "$t.replace(regex($p), $r, 1)",
    "$t.replace(regex($p), $r, -1)",
    "regex($p).replaceBy($t, '<' + $.value + '>')",
    "$t.replaceBy(regex($p), x, 1)",
    "escapeRegex($p)",
    "isRegex(regex($p)) and not isRegex($p)",
]


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Setting:
    return Setting(tmp_path_factory.mktemp("package"), "Name: Main\n", "1.4")


def test_as_in_yaql(setting: Setting) -> None:
    differing = []
    for number, pattern in enumerate(PATTERNS):
        for other, text in enumerate(TEXTS):
            if not text and r"\B" in pattern:
                continue
            replacement = REPLACEMENTS[(number + other) % len(REPLACEMENTS)]
            variables = {"p": pattern, "t": text, "r": replacement}
            for call in (CALLS[0], CALLS[(number + other) % len(CALLS)]):
                result, expected = (
                    answer(setting, call, variables),
                    plain.answer(call, variables, lenient=False),
                )
                if result != expected or type(result) is not type(expected):
                    differing.append((call, variables, result, expected))
    assert not differing


def answer(setting: Setting, call: str, variables: dict[str, str]) -> object:
    try:
        return setting.run(call, variables=variables)
    except EvaluationError:
        return plain.FAILS


@pytest.mark.parametrize("text", ["1²", "a\u0301", "\x1c"])
@pytest.mark.parametrize("pattern", [r"\w", r"[^\s]", r"a\b"])
def test_not_known(setting: Setting, pattern: str, text: str) -> None:
    with pytest.raises(NotEvaluatedError):
        setting.run("$t =~ $p", variables={"p": pattern, "t": text})
    assert setting.run("$t =~ '.'", variables={"t": text})


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("", 0),
        ("abc", 3),
        ("a{1000}", 1001),
        ("(?:ab){10}", 21),
        ("a{3,7}|b*", 7),
        ("(ab){0,1000}", 4),
        ("((a{1000}){1000}){10}", 10_020_021),
        ("((a{1000}?){1000}+){10,}", 10_020_021),
        ("(?=(?:a{10}){10})", 112),
        ("(a)(?(1)b{10}|c{20})", 35),
    ],
)
def test_what_repeats_demand_multiplies(pattern: str, size: int) -> None:
    assert expanded_size(pattern) == size


@pytest.mark.parametrize(
    "pattern",
    [
        "((a{1000}){1000}){10}",
        "(ab){10000}",
        "(?=(a{200}b{200}){100})",
        "(?i)((([ab]{30}){30}){30})?",
    ],
)
@pytest.mark.parametrize("call", ["regex($p)", "$t.matches($p)", "$t =~ $p", "$t.split(regex($p))"])
def test_no_pattern_is_compiled_that_grows_too_large(
    setting: Setting, monkeypatch: pytest.MonkeyPatch, pattern: str, call: str
) -> None:
    monkeypatch.setattr("regex.compile", lambda *_, **__: pytest.fail("compiled"))
    with pytest.raises(ExhaustedError, match="larger than 10000 parts"):
        setting.run(call, variables={"p": pattern, "t": "aaa"})


def test_large_patterns_take_steps_each_time(setting: Setting) -> None:
    with pytest.raises(ExhaustedError, match="takes more than 200000 steps"):
        setting.run("range(0, 1000).select(regex('(ab){3000}')).toList()")
