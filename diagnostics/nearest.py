"""Suggests the known name that is nearest to a misspelt one."""

from __future__ import annotations

import heapq
import itertools
import posixpath
from collections.abc import Iterable

from muranopl.diagnostics.bounds import COMPARED_LENGTH, COMPARED_NAMES
from muranopl.diagnostics.diagnostic import Applicability, Correction
from muranopl.diagnostics.patterns import lazy_pattern

# The least ratio (see `difflib`) of a near name.
_LEAST_RATIO = 0.7


# A word of a name: `deploy` and `At` of `deployAt`, `deploy` and `at` of `deploy_at`
_WORD = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z_]+")

# Words with at most this number of letters are searched for one by one.
_SHORT = 4

# Values of YAML and Python in lower case, which misspell no name: `None` is not `zone`
_CONSTANTS = frozenset({"none", "null", "true", "false"})


class Vocabulary:
    """Names that misspelt ones are compared with, with cached data for repeated searches."""

    __slots__ = ("_alike", "_bits", "_by_length", "_folded", "_letters", "_names", "_spelled")

    def __init__(self, known: Iterable[str]) -> None:
        self._names = names = list(known)
        self._spelled = spelled = [name.casefold() for name in names]
        # Among equal spellings, the first name is kept
        self._folded = dict(zip(reversed(spelled), reversed(names), strict=True))
        self._by_length: dict[int, list[str]] = {}
        for item in self._folded:  # the last one first
            self._by_length.setdefault(len(item), []).append(item)
        self._alike: dict[tuple[int, str], list[tuple[int, str]]] | None = None
        self._bits: dict[tuple[str, int], int] = {}
        self._letters: dict[str, int] = {}

    def spelled(self, spelling: str, but: str | None) -> str | None:
        """Return the first name with a spelling in lower case, other than `but`; or None."""
        result = self._folded.get(spelling)
        if result is None or result != but:
            return result
        if self._spelled.count(spelling) == 1:
            return None
        same = (
            name for name, item in zip(self._names, self._spelled, strict=True) if item == spelling
        )
        return next((item for item in same if item != but), None)

    def candidates(self, sought: str, least: float, most: float) -> list[str]:
        """Return the spellings with lengths in a range.

        If these are too many, return only the most similar ones.
        """
        names = [
            name
            for length, those in self._by_length.items()
            if least <= length <= most
            for name in those
        ]
        if len(names) <= COMPARED_NAMES.most:
            return names
        result: list[str] = []
        by_kind, length, first = self._by_kind(), len(sought), sought[:1]
        for distance in range(int(most) - length + 1):
            lengths = [item for item in {length - distance, length + distance} if item >= least]
            merged = heapq.merge(*(by_kind.get((of, first), ()) for of in lengths))
            result += [
                name for _, name in itertools.islice(merged, COMPARED_NAMES.most - len(result))
            ]
            if len(result) >= COMPARED_NAMES.most:
                break
        return result

    def _by_kind(self) -> dict[tuple[int, str], list[tuple[int, str]]]:
        """Return the spellings by their length and first letter, each with its position."""
        if self._alike is None:
            self._alike = {}
            for position, fromkey in enumerate(dict.fromkeys(self._spelled)):
                self._alike.setdefault((len(fromkey), fromkey[:1]), []).append((position, fromkey))
        return self._alike

    def letters(self, name: str) -> int:
        """Return the letters of a known name as a set of bits.

        A letter has one bit for its first occurrence, another for its second, and so on.
        """
        result = self._letters.get(name)
        if result is None:
            bits = self._bits
            result = self._letters[name] = sum(
                [1 << bits.setdefault(item, len(bits)) for item in _numbered(name)]
            )
        return result

    def shared_letters(self, sought: str, names: Iterable[str]) -> list[int]:
        """Return the number of letters that each of some names has in common with `sought`."""
        letters = [self.letters(name) for name in names]
        bits = self._bits
        own = sum([1 << bits[item] for item in _numbered(sought) if item in bits])
        return [(own & letter).bit_count() for letter in letters]


def nearest(name: str, known: Iterable[str] | Vocabulary, *, but: str | None = None) -> str | None:
    """Return the known name, other than `but`, that `name` most likely misspells, or None.

    It is the closest match of `difflib`, which is slow and used only for names that pass faster
    tests. Two neighbouring letters that are swapped are near in short names too.
    """
    sought = name.casefold()
    names = known if isinstance(known, Vocabulary) else Vocabulary(known)
    # A name that differs in case only needs no search.
    result = names.spelled(sought, but)
    if result is not None:
        return result
    if sought in _CONSTANTS or not 0 < len(sought) <= COMPARED_LENGTH.most:
        return None
    candidates = sorted(_candidates(sought, names), reverse=True)
    if not candidates:
        return None
    import difflib  # only needed once something is wrong

    # `difflib` caches its analysis of the second text, so only the first one changes below
    matcher = difflib.SequenceMatcher(b=sought)
    best, closest = _LEAST_RATIO, ""
    for most, candidate in candidates:
        # The candidates are sorted by their upper bounds: none of the rest can be better.
        if most < best:
            break
        swapped = _are_swapped(sought, candidate)
        if swapped or (
            candidate != sought
            and 2 * _in_order(sought, candidate) / (len(sought) + len(candidate)) >= best
        ):
            matcher.set_seq1(candidate)
            ratio = max(matcher.ratio(), _LEAST_RATIO if swapped else 0)
            best, closest = max((best, closest), (ratio, candidate))
    return names.spelled(closest, but) if closest else None


class FullNameVocabulary:
    """Names of words joined by dots, such as those of packages, that others are compared with.

    One word is compared at a time: a common beginning of many words makes none of them near.
    """

    def __init__(self, known: Iterable[str]) -> None:
        # The words around one, with the words in its place, and their full names.
        self._around: dict[tuple[str, ...], dict[str, str]] = {}
        self._by_last: dict[str, list[str]] = {}
        for name in known:
            words = name.casefold().split(".")
            self._by_last.setdefault(words[-1], []).append(name)
            for at, word in enumerate(words):
                self._around.setdefault(_without(words, at), {}).setdefault(word, name)

    def nearest(self, name: str) -> str | None:
        """Return the known name that a name most likely misspells, or None.

        They differ in one word, and that is a slip, or it is the only one with that last word. A
        single word may be a slip for the last word of one.
        """
        words = name.casefold().split(".")
        for at in reversed(range(len(words))):
            around = self._around.get(_without(words, at), {})
            close = _slip_for(words[at], around)
            if close is not None and around[close] != name:
                return around[close]
        last = words[-1] if len(words) > 1 else _slip_for(words[0], self._by_last)
        same = self._by_last.get(last or "", [])
        return same[0] if len(same) == 1 and same[0] != name else None


def _without(words: list[str], at: int) -> tuple[str, ...]:
    return (*words[:at], "", *words[at + 1 :])


def _slip_for(word: str, known: Iterable[str]) -> str | None:
    if word in known:
        return word
    close = nearest(word, known)
    if close is None and len(word) <= _SHORT:
        # One letter of few is more than `nearest` allows
        alike = (item for item in known if abs(len(item) - len(word)) <= 1)
        close = next((item for item in alike if _is_slip_of_words(word, item)), None)
    return close if close is not None and _is_slip_of_words(word, close) else None


def _is_slip_of_words(first: str, second: str) -> bool:
    """Return whether one of two words is a slip for the other: `ap` for `app`, and back."""
    # The longer one comes first, as `is_slip` permits more changes in longer names
    shorter, longer = sorted((first, second), key=len)
    return is_slip(longer, shorter)


def nearest_full_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name of words and dots that a name most likely misspells, or None."""
    return FullNameVocabulary(known).nearest(name)


def nearest_path(path: str, known: Iterable[str]) -> str | None:
    """Return the known path whose file is most likely meant by another one, or None.

    The names of the files are compared, without what stands after their last dot: folders and
    endings that all have in common would make any names near.
    """
    by_stem: dict[str, list[str]] = {}
    for item in known:
        by_stem.setdefault(_stem(item), []).append(item)
    stem = _stem(path)
    near = stem if stem in by_stem else nearest(stem, by_stem)
    if near is None:
        return None
    return nearest(path, by_stem[near]) or by_stem[near][0]


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def _are_swapped(first: str, second: str) -> bool:
    """Return whether two texts differ only in the order of two neighbouring letters."""
    if len(first) != len(second):
        return False
    at = [
        index for index, (one, other) in enumerate(zip(first, second, strict=True)) if one != other
    ]
    if len(at) != 2 or at[1] != at[0] + 1:
        return False
    left, right = at
    return first[left] == second[right] and first[right] == second[left]


def _candidates(sought: str, known: Vocabulary) -> list[tuple[float, str]]:
    """Return the known names that may be near, with upper bounds of their ratios."""
    length = len(sought)
    least, most = (
        length * _LEAST_RATIO / (2 - _LEAST_RATIO),
        length * (2 - _LEAST_RATIO) / _LEAST_RATIO,
    )
    sought_letters = dict.fromkeys(map(ord, sought))
    # Most names are excluded here, so that the letters of few have to be counted
    names = [
        candidate
        for candidate in known.candidates(sought, least, most)
        if 2
        * (len(candidate) - len(candidate.translate(sought_letters)))
        / (length + len(candidate))
        >= _LEAST_RATIO
    ]
    shared = known.shared_letters(sought, names)
    bounds = [
        (2 * number / (length + len(name)), name)
        for number, name in zip(shared, names, strict=True)
    ]
    return [bound for bound in bounds if bound[0] >= _LEAST_RATIO]


def _numbered(name: str) -> list[tuple[str, int]]:
    """Return each letter of a name, with the number of equal letters before it."""
    return [(letter, number) for letter in set(name) for number in range(name.count(letter))]


def _in_order(first: str, second: str) -> int:
    """Return the length of the longest common subsequence, an upper bound of a match.

    The algorithm has a bit for each letter of the first text (Hyyrö, 2004).
    """
    places: dict[str, int] = {}
    for position, letter in enumerate(first):
        places[letter] = places.get(letter, 0) | 1 << position
    every = (1 << len(first)) - 1
    unmatched = every
    for letter in second:
        result = unmatched & places.get(letter, 0)
        unmatched = (unmatched + result | unmatched - result) & every
    return len(first) - unmatched.bit_count()


def is_slip(name: str, known: str) -> bool:
    """Return whether a name is certainly a misspelt form of a known one, and not a name of its own.

    Letters are swapped, or one or two differ; digits and the first letter are rarely misspelt, and a
    name that has one word more is another name: `deployAt` beside `deploy`.
    """
    import difflib

    if _is_other_by_a_word(name, known):
        return False
    first, second = name.casefold(), known.casefold()
    digits = [[item for item in text if item.isdigit()] for text in (first, second)]
    swapped = sorted(first) == sorted(second)
    if digits[0] != digits[1] or not (swapped or first[:1] == second[:1]):
        return False
    changes = difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    differing = sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in changes if tag != "equal")
    return differing <= (2 if swapped else min(2, len(name) // 3))


def slip_for(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a name is certainly a misspelt form of, or None."""
    near = nearest(name, known)
    return near if near is not None and is_slip(name, near) else None


def _is_other_by_a_word(name: str, known: str) -> bool:
    """Return whether one of two names is the other one and a further word of several letters."""
    shorter, longer = sorted((_words(name), _words(known)), key=len)
    if len(longer) != len(shorter) + 1:
        return False
    return any(
        len(word) > 1 and [*longer[:at], *longer[at + 1 :]] == shorter
        for at, word in enumerate(longer)
    )


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(name)]


def possible_slips(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the names for which `is_slip` may hold, which saves searching for the others."""
    spelled = [item.casefold() for item in known]
    firsts = {item[:1] for item in spelled}
    letters = {"".join(sorted(item)) for item in spelled}
    pairs = ((name, name.casefold()) for name in names)
    return [item for item, text in pairs if text[:1] in firsts or "".join(sorted(text)) in letters]


def did_you_mean(
    near: str | None,
    otherwise: str | None = None,
    *,
    instead_of: str | None = None,
    applicability: Applicability | None = None,
) -> str | None:
    """Return the suggestion of a near name, or `otherwise` if there is none.

    It is to be written in place of `instead_of`, which the message names if it is not given. Without
    `applicability` it is safe if it is certainly a slip.
    """
    if not near:
        return otherwise
    return Correction.of(
        f'did you mean "{near}"?', near, instead_of=instead_of, applicability=applicability
    )
