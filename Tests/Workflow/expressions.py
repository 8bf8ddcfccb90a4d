"""The part of GitHub's expressions that the workflow uses. Anything else is an error, never skipped."""

import re

TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||==|!=|!|[()]|[A-Za-z_][\w.-]*)")
STATUS_FUNCTIONS = ("success", "failure", "always", "cancelled")


class UnknownExpression(Exception):
    """An expression that is not understood, or asks for a value that nobody prepared."""


def fill(text, lookup):
    """The text with the value of each `${{ … }}` in its place."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: as_text(evaluate(match[1], lookup)), text)


def condition(text, lookup):
    """Whether a step runs. One that does not ask how the job stands runs only where nothing failed."""
    text = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", text.strip())
    if not re.search(rf"\b({'|'.join(STATUS_FUNCTIONS)})\(\)", text):
        text = f"success() && ({text})"
    return bool(evaluate(text, lookup))


def evaluate(text, lookup):
    """The value of one expression. `lookup` gives the values of names, and of functions as `name()`."""
    tokens, end = [], 0
    while text[end:].strip():
        match = TOKEN.match(text, end)
        if not match:
            raise UnknownExpression(text)
        tokens.append(match[1])
        end = match.end()
    value = either(tokens, lookup)
    if tokens:
        raise UnknownExpression(text)
    return value


def as_text(value):
    return {True: "true", False: "false", None: ""}.get(value, value)


def either(tokens, lookup):
    return chain("||", both, lambda value, other: value or other, tokens, lookup)


def both(tokens, lookup):
    return chain("&&", comparison, lambda value, other: value and other, tokens, lookup)


def chain(sign, part, joined, tokens, lookup):
    """Parts with one sign between them, from left to right."""
    value = part(tokens, lookup)
    while tokens[:1] == [sign]:
        tokens.pop(0)
        value = joined(value, part(tokens, lookup))
    return value


def comparison(tokens, lookup):
    value = operand(tokens, lookup)
    if tokens[:1] in (["=="], ["!="]):
        is_equal = tokens.pop(0) == "=="
        # As GitHub does it, capitals do not count.
        other = as_text(operand(tokens, lookup)).lower()
        return (as_text(value).lower() == other) == is_equal
    return value


def operand(tokens, lookup):
    token = tokens.pop(0) if tokens else ""
    if token == "!":
        return not operand(tokens, lookup)
    if token == "(":
        value = either(tokens, lookup)
        if tokens[:1] != [")"]:
            raise UnknownExpression("a parenthesis is open")
        tokens.pop(0)
        return value
    if token.startswith("'"):
        return token[1:-1].replace("''", "'")
    if not re.match(r"[A-Za-z_]", token):
        raise UnknownExpression(token)
    if tokens[:2] == ["(", ")"]:
        del tokens[:2]
        token += "()"
    return lookup(token)
