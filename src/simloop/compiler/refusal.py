"""What a kernel may not say: where it says so, and how to write it instead."""

import ast


class Refused(Exception):
    """A kernel is outside the language, or no such processor is known: one line, with the fix."""


class Unsupported(Exception):
    """The same before its place is known: whoever walks the source adds file and line."""


def name_of(node: ast.AST) -> str:
    """A piece of syntax as users call it."""
    return _WORDS.get(type(node), type(node).__name__.lower())


def advice_for(node: ast.AST) -> str:
    """What to write instead of a piece of syntax that kernels do not have."""
    return _ADVICE.get(type(node), "kernels know numbers, tuples, if, for over range, while, calls")


_WORDS: dict[type[ast.AST], str] = {
    ast.FunctionDef: "a function inside a function",
    ast.Lambda: "lambda",
    ast.ListComp: "a list comprehension",
    ast.DictComp: "a dict comprehension",
    ast.SetComp: "a set comprehension",
    ast.List: "a list",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.Try: "try",
    ast.With: "with",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "an assignment inside an expression",
    ast.Global: "global",
    ast.Delete: "del",
    ast.Yield: "yield",
    ast.Await: "await",
    ast.Match: "match",
    ast.Slice: "a slice",
}

_ADVICE: dict[type[ast.AST], str] = {
    ast.FunctionDef: "move it to the module",
    ast.Lambda: "write a function of the module",
    ast.ListComp: "write a loop over range",
    ast.List: "use a tuple, or a column of the vehicle",
    ast.Dict: "use a tuple and indices",
    ast.Try: "numbers do not raise here: test them before",
    ast.Raise: "write what is wrong into a column; Python systems raise",
    ast.Assert: "write what is wrong into a column; Python systems raise",
    ast.Import: "import at the top of the module",
    ast.ImportFrom: "import at the top of the module",
    ast.NamedExpr: "assign on a line of its own",
    ast.Match: "write if and elif",
    ast.Slice: "pass the column and its first index",
}
