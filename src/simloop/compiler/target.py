"""The processor that code is made for, and the passes that make it."""

import hashlib
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from simloop.compiler.refusal import Refused

# Another number makes all objects anew: how code is made has changed.
_RULES = 1
_OPTIMISE = 1
_BITS_OF_A_DOUBLE = 64


@dataclass(frozen=True, slots=True)
class Target:
    """A processor as LLVM knows it, and how many doubles its vectors hold."""

    triple: str
    cpu: str
    features: str
    gang: int

    @property
    def name(self) -> str:
        """A short name for folders and messages."""
        return f"{self.triple.split('-')[0]}-{self.cpu}"


# Processors that code can be made for without being asked what they have.
_BASELINES = {"x86-64-v2": 2, "x86-64-v3": 4, "x86-64-v4": 8}
# LLVM halves the vectors of processors that once slowed down under wide ones.
_WIDE = "-prefer-256-bit"
PROCESSOR_VARIABLE = "SIMLOOP_PROCESSOR"


@cache
def host_target() -> Target:
    """This machine's own processor, or the baseline that SIMLOOP_PROCESSOR names."""
    llvm = _llvm()
    chosen = os.environ.get(PROCESSOR_VARIABLE)
    if chosen:
        return baseline(chosen)
    features = llvm.get_host_cpu_features()
    triple, flat = llvm.get_default_triple(), features.flatten()
    text = f"{flat},{_WIDE}" if triple.startswith("x86_64") else flat
    return Target(triple, llvm.get_host_cpu_name(), text, _gang(features))


def baseline(name: str) -> Target:
    """A processor that many machines have at least."""
    if name not in _BASELINES:
        known = ", ".join(_BASELINES)
        raise Refused(f"{PROCESSOR_VARIABLE}={name} is none of {known}; unset it for this one")
    return Target(_llvm().get_default_triple(), name, _WIDE, _BASELINES[name])


def _gang(features: Any) -> int:
    bits = 512 if features.get("avx512f") else 256 if features.get("avx2") else 128
    return bits // _BITS_OF_A_DOUBLE


def digest_of(text: str, target: Target) -> str:
    """What a unit's object is known by: its assembly, the compiler, the processor."""
    parts = (text, target.triple, target.cpu, target.features, _llvm_version(), str(_RULES))
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


@cache
def compiler_digest() -> str:
    """The compiler itself: what an older one made of a source is not what this one would."""
    parts = sorted(Path(__file__).parent.glob("*.py"))
    text = b"\0".join(part.read_bytes() for part in parts)
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def make_object(text: str, target: Target) -> bytes:
    """Machine code for assembly, as the bytes of an object file."""
    machine, module = _optimised(text, target)
    code: bytes = machine.emit_object(module)
    return code


def assembly_of(text: str, target: Target) -> str:
    """Machine code for assembly, to be read by people."""
    machine, module = _optimised(text, target)
    written: str = machine.emit_assembly(module)
    return written


def _optimised(text: str, target: Target) -> tuple[Any, Any]:
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    machine = _machine(target)
    options = llvm.create_pipeline_tuning_options(speed_level=_OPTIMISE)
    # Lanes are vectors already.
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return machine, module


def _machine(target: Target) -> Any:
    found = _llvm().Target.from_triple(target.triple)
    return found.create_target_machine(
        cpu=target.cpu, features=target.features, opt=2, codemodel="jitdefault", jit=True
    )


@cache
def _llvm() -> Any:
    """LLVM, which takes a fifth of a second to load: only those who compile or link need it."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _llvm_version() -> str:
    return ".".join(map(str, _llvm().llvm_version_info))
