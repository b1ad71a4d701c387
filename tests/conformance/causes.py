"""Which of our codes answer which words of the recorded cases; codes may be cut short (`MPL11` is all of YAML).

The first pattern that is found in the words counts. Words that none is found in are a failure: no
code answers them.
"""

from __future__ import annotations

import re

YAML = "MPL11"
SHAPE = "MPL121 MPL122 MPL123 MPL128 MPL147 MPL149 MPL153 MPL154 MPL155"
INSTRUCTION = "MPL601 MPL602 MPL603 MPL604 MPL605 MPL606 MPL624 MPL635"

# What the engine raised: "stage Error: message".
REFUSALS: tuple[tuple[str, str], ...] = (
    (r"PackageFormatError: .*Unsupported format", "MPL130"),
    (r"PackageFormatError: .*Invalid package Type", "MPL121 MPL123"),
    (r"PackageFormatError: .*FullName is not specified", "MPL121 MPL122 MPL131"),
    (r"PackageFormatError: .*Invalid FullName", "MPL131"),
    (r"PackageFormatError: .*Not a HOT template", "MPL128"),
    (r"ValueError: Version string lacks", "MPL130 MPL134"),
    (r"ValueError: Invalid simple", "MPL122 MPL213"),
    (r"manifest ValueError", "MPL122 MPL130 MPL134"),
    (r"PackageLoadError|ScannerError|ParserError|ComposerError|ConstructorError|ReaderError", YAML),
    (r"YaqlGrammarException|Unicode\w+Error|ValueError: .* must be in|YaqlLexical", YAML),
    (r"Unable to load class .*File with class definition not found", "MPL128 MPL136"),
    (r"NoPackageForClassFound", "MPL128 MPL137 MPL201"),
    (
        r'NoClassFound: Class "(?P<name>[\w.]+)" is not found in acme\.lang/\S+$',
        "MPL113 MPL120 MPL147 MPL149 MPL201",
    ),
    (r"NoClassFound", "MPL120 MPL209 MPL210 MPL226"),
    (r"Unknown prefix|Unknown namespace", "MPL208"),
    (
        r"Invalid (type|MetaClass) (Usage|target|Cardinality)|Unknown (method )?usage",
        "MPL122 MPL123",
    ),
    (r"Invalid Inherited value", "MPL122"),
    (r"Invalid Meta format", "MPL168"),
    (r"Cannot attach several", "MPL120 MPL403"),
    (r"Invalid (type name|namespace|prefix)", "MPL122 MPL205 MPL206 MPL207"),
    (r"Usage: Action", "MPL158"),
    (r"Invalid arguments declaration", "MPL122 MPL154"),
    (r"Invalid argument order", "MPL156"),
    (r"DslSyntaxError: (For|Break|Continue) ", "MPL627 MPL628"),
    (r"DslSyntaxError: Repeat ", "MPL626"),
    (r"DslSyntaxError: (Match|Switch) ", "MPL630"),
    (r"SyntaxError: None", "MPL605"),
    (r"SyntaxError: Syntax is incorrect in expression: \{", INSTRUCTION),
    (r"SyntaxError: Syntax is incorrect", "MPL601"),
    (r"class ValueError: $", "MPL632"),
    (r"NoneType' object has no attribute 'kind'", "MPL213"),
    (r"catalog AttributeError", f"MPL120 {SHAPE}"),
    (r"(Attribute|Type|Key|Index)Error", SHAPE),
)

# What a validator should report: the words behind the severity.
REPORTS: tuple[tuple[str, str], ...] = (
    (r"unknown (meta )?class", "MPL209"),
    (r"unknown function", "MPL650"),
    (r"is no method", "MPL651"),
    (r"(no|static) property \w+$|is no property here|no object in a static method", "MPL652"),
    (r"unknown key", "MPL120 MPL125"),
    (r"duplicate key|same case", "MPL113"),
    (r"duplicate argument", "MPL155"),
    (r"contains itself", "MPL116"),
    (r"^a class of this file is invalid", "MPL601"),
    (r"a document must be a mapping", "MPL147"),
    (r"Tags is empty|a tag must be text", "MPL143"),
    (r"a package name must be text", "MPL148"),
    (r"(a class name|names?) must be a full name", "MPL142"),
    (r"class file that is not there", "MPL136"),
    (r"class file is not listed", "MPL137"),
    (r"(logo|UI) file is not there", "MPL139"),
    (r"lies outside", "MPL138"),
    (r"FullName", "MPL131"),
    (r"starts with a digit", "MPL132"),
    (r"core library", "MPL133"),
    (r"version", "MPL134 MPL135 MPL213"),
    (r"is empty$|Usage must be|unknown (Scope|Usage)", "MPL123 MPL124"),
    (r"Workflow is not read", "MPL170"),
    (r"(Applies|Cardinality|Inherited) belongs", "MPL169"),
    (r"Arguments should be a list", "MPL153"),
    (r"an expression is no key", "MPL125"),
    (r"minus prop|go\(\) reads|property name must be a word", "MPL150"),
    (r"(method|argument|property) name must be|the YAML value", "MPL150 MPL151"),
    (r"name that is no keyword|header of an object", "MPL152"),
    (r"reads as (the|an) expression", "MPL172"),
    (r"YAML number", "MPL144"),
    (r"Action is deprecated", "MPL159"),
    (r"variable argument is not used", "MPL157"),
    (r"default that reads another", "MPL503"),
    (r"the default does not fit", "MPL501"),
    (r"default is not of the contract", "MPL502"),
    (r"so it is a constant text|the contract is quoted|not a type", "MPL160"),
    (r"contract (that is|of) a constant|list contract of", "MPL161"),
    (r"empty contract", "MPL162"),
    (r"unknown contract function", "MPL163"),
    (r"takes no argument|check needs", "MPL164"),
    (r"does not start from", "MPL165"),
    (r"bound", "MPL166"),
    (r"two key patterns", "MPL167"),
    (r"text itself is returned|does not parse", "MPL171"),
    (r"body of a case is no code", INSTRUCTION),
    (r"assign", "MPL607"),
    (r"outside a loop", "MPL608"),
    (r"inside Parallel", "MPL609"),
    (r"[Rr]ethrow", "MPL610 MPL628"),
    (r"reached|unreachable", "MPL611"),
    (r"without effect", "MPL612"),
    (r"an empty block", "MPL620"),
    (r"only data", "MPL621"),
    (r"the condition is (quoted|a text)", "MPL622"),
    (r"condition", "MPL622 MPL623"),
    (r"loop(ed)? over", "MPL625"),
    (r"(Limit|Repeat|count)", "MPL626"),
    (r"variable|As takes a name", "MPL627"),
    (r"has no value", "MPL628"),
    (r"without cases", "MPL629"),
    (r"Default inside", "MPL631"),
    (r"not a name|Throw needs a name", "MPL632"),
    (r"Catch that does nothing", "MPL634"),
    (r"must be (text|a list|a mapping|a file name)|method must be", "MPL122"),
)


def codes(table: tuple[tuple[str, str], ...], words: str) -> tuple[str, ...]:
    """Return the beginnings of codes that answer these words; none where no cause of them is known."""
    return tuple(next((value for pattern, value in table if re.search(pattern, words)), "").split())
