"""Kernel modules that code has written: found, copied and compiled like those in files."""

import hashlib
import sys
from types import FunctionType, ModuleType

from simloop.compiler.syntax import remember_source

_PACKAGE = "simloop_generated"


def generated_kernel(name: str, source: str) -> FunctionType:
    """The function `name` of a module with this text; the same one for the same text."""
    digest = hashlib.blake2b(source.encode(), digest_size=8).hexdigest()
    dotted = f"{_PACKAGE}.{name}_{digest}"
    if dotted not in sys.modules:
        path = f"<{dotted}>"
        remember_source(path, source)
        module = ModuleType(dotted)
        module.__file__ = path
        exec(compile(source, path, "exec"), module.__dict__)
        sys.modules[dotted] = module
    found: FunctionType = getattr(sys.modules[dotted], name)
    return found
