"""Mutations of a C++ source in one place, which a test should notice."""
import re
from dataclasses import dataclass

KINDS = ("operator", "constant", "statement", "branch")

# Text that is not code, in the order of a scanner. Numbers come first because of their digit separators.
TOKEN = re.compile(r"""
    (?P<number>(?<![\w.])\.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<masked>
        //(?:[^\n\\]|\\.|\\\n)*
      | /\*.*?\*/
      | (?:u8|[uUL])?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)"
      | "(?:[^"\\\n]|\\.)*"
      | '(?:[^'\\\n]|\\.)+'
      | ^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*
    )""", re.VERBOSE | re.DOTALL | re.MULTILINE)

# Texts for people, distances in the window, and what only the compiler checks.
LEFT_WHOLE = r"\b(?:static_assert|reserve|setContentsMargins|setSpacing|addSpacing|addStretch)\s*\("
LEFT_ALONE = re.compile(r"\b(?:NS_TEXT|NS_MESSAGE|NS_TEMPLATE)\s*\(|" + LEFT_WHOLE)
LEFT_STATEMENT = re.compile(LEFT_WHOLE)

OPERATORS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "+": ["-"],
             "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "*=": ["/="],
             "/=": ["*="]}
# clang-format puts spaces around binary operators, and none around similar tokens: templates, pointers, references.
BINARY = re.compile(r"(?<= )(?:" + "|".join(re.escape(each) for each in sorted(OPERATORS, key=len, reverse=True)) + r")(?= |\n)")
UNARY = re.compile(r"(?<![\w)\]])!(?=[\w(:])|\+\+|--")
LITERAL = re.compile(r"\b(?:true|false)\b")

# A statement that calls or assigns, not a declaration, which begins with two words and whose name is used later.
STATEMENT = re.compile(r"(?P<lead>[;{})]|\belse|:)(?P<space>\s*\n[ \t]*)(?P<statement>\*?(?!(?:return|delete|throw|using|else|"
                       r"case|default|goto|co_\w+)\b)[A-Za-z_][\w:.]*(?:->|[(\[]|\s[-+*/|&^%]?=\s|\+\+|--)[^;{}]*;"
                       r"|(?:\+\+|--)[\w.]+;|(?:break|continue|return);)")
CONDITION = re.compile(r"\bif \(")


@dataclass(frozen=True)
class Mutation:
    """Replaces [begin, end) of the source by `text`."""
    kind: str
    begin: int
    end: int
    text: str

    def applied(self, source):
        return source[:self.begin] + self.text + source[self.end:]


def closing(code, opened):
    """The position of the parenthesis that closes the one at `opened`, or None."""
    depth = 0
    for place in range(opened, len(code)):
        depth += (code[place] in "([{") - (code[place] in ")]}")
        if depth == 0:
            return place
    return None


def blank(text):
    return re.sub(r"[^\n]", "\x00", text)


def code_of(source):
    """The source with everything that is not code blanked out; positions stay the same."""
    code = TOKEN.sub(lambda found: blank(found[0]) if found["masked"] else found[0], source)
    while found := LEFT_ALONE.search(code):
        end = closing(code, found.end() - 1)
        end = len(code) if end is None else end + 1
        code = code[:found.start()] + blank(code[found.start():end]) + code[end:]
    return code


def operators(code):
    for found in BINARY.finditer(code):
        for other in OPERATORS[found[0]]:
            yield Mutation("operator", *found.span(), other)
    for found in UNARY.finditer(code):
        yield Mutation("operator", *found.span(), {"!": "", "++": "--", "--": "++"}[found[0]])


def other_number(text):
    """A number near this one, or None if it is not a number."""
    suffix = re.search(r"[uUlLzZ]*$" if re.match(r"0[xXbB]|\d[\d']*[uUlLzZ]*$", text) else r"[fFlL]?$", text)[0]
    body = text[:len(text) - len(suffix)]
    try:
        if re.fullmatch(r"[\d']+", body):
            value = int(body.replace("'", ""), 8 if re.match(r"0\d", body) else 10)
            return ("1" if value == 0 else "0" if value == 1 else str(value + 1)) + suffix
        if re.fullmatch(r"0[xX][\da-fA-F']+", body):
            return hex(int(body.replace("'", ""), 16) ^ 1) + suffix
        if re.fullmatch(r"[\d'.]+(?:[eE][+-]?\d+)?", body):
            value = float(body.replace("'", ""))
            return repr(value * 2 if value else 1.0) + suffix
    except ValueError:
        pass
    return None


def constants(code):
    for found in TOKEN.finditer(code):
        other = found["number"] and other_number(found["number"])
        if other:
            yield Mutation("constant", *found.span(), other)
    for found in LITERAL.finditer(code):
        yield Mutation("constant", *found.span(), "false" if found[0] == "true" else "true")


def is_balanced(text):
    depth = 0
    for each in text:
        depth += (each in "([{") - (each in ")]}")
        if depth < 0:
            return False
    return depth == 0


def statements(source, code):
    place = 0
    while found := STATEMENT.search(code, place):
        place = found.start() + 1
        text = found["statement"]
        # Initialiser lists have colons before their lines too; a statement after `)` is a body, and may be empty.
        alone = LEFT_STATEMENT.search(source, *found.span("statement"))
        if is_balanced(text) and not alone and found["lead"] != ":":
            yield Mutation("statement", *found.span("statement"), "{}")


def end_of_operand(code, place):
    """The end of the expression that begins here: before the token that closes or continues it."""
    depth = 0
    for end in range(place, len(code)):
        if code[end] in "([{":
            depth += 1
        elif depth and code[end] in ")]}":
            depth -= 1
        elif not depth and (code[end] in ")]};," or code.startswith(" : ", end)):
            return end
    return None


def branches(source, code):
    for found in CONDITION.finditer(code):
        opened = found.end() - 1
        end = closing(code, opened)
        inside = code[opened + 1:end] if end else ""
        if inside and ";" not in inside and not re.search(r"[^=!<>]=[^=]", inside):
            yield Mutation("branch", opened, end + 1, "(!" + source[opened:end + 1] + ")")
    for found in re.finditer(r"(?:^|(?<=\s))\? ", code, re.MULTILINE):
        middle = end_of_operand(code, found.end())
        if middle is None or not (separator := re.compile(r"\s*: ").match(code, middle)):
            continue
        end = end_of_operand(code, separator.end())
        if end is not None:
            yield Mutation("branch", found.start(), end,
                           "? " + source[separator.end():end] + " : " + source[found.end():middle].rstrip())


def mutations(source):
    """All mutations, in order of position."""
    code = code_of(source)
    found = [*operators(code), *constants(code), *statements(source, code), *branches(source, code)]
    return sorted((each for each in found if each.applied(source) != source), key=lambda each: (each.begin, each.end, each.text))
