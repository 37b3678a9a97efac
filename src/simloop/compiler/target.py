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


# LLVM halves the vectors of processors that once slowed down under wide ones.
_WIDE = "-prefer-256-bit"
_X86, _ARM = "x86_64", "aarch64"
_V3 = frozenset(
    (
        "avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf",
        "sse4.2",
    )
)  # fmt: skip
_V4 = _V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


@dataclass(frozen=True, slots=True)
class _Baseline:
    """What many processors have at least."""

    architecture: str
    cpu: str
    features: str
    gang: int
    wants: frozenset[str] = frozenset()


# A processor takes the first that it covers, so that machines share code, and may be handed it.
_BASELINES = {
    "x86-64-v4": _Baseline(_X86, "x86-64-v4", _WIDE, 8, _V4),
    "x86-64-v3": _Baseline(_X86, "x86-64-v3", _WIDE, 4, _V3),
    "aarch64": _Baseline(_ARM, "generic", "", 2),
}
_ON_REQUEST = {"x86-64-v2": _Baseline(_X86, "x86-64-v2", _WIDE, 2)}
_ARCHITECTURES = {"amd64": _X86, "arm64": _ARM}
PROCESSOR_VARIABLE = "SIMLOOP_PROCESSOR"
BASELINES = tuple(_BASELINES)
NATIVE = "native"


@cache
def host_target() -> Target:
    """What this machine's code is made for, or what SIMLOOP_PROCESSOR names."""
    chosen = os.environ.get(PROCESSOR_VARIABLE) or host_baseline() or NATIVE
    return native() if chosen == NATIVE else baseline(chosen)


@cache
def host_baseline() -> str | None:
    """The best baseline that this machine's processor covers."""
    has = {name for name, there in _llvm().get_host_cpu_features().items() if there}
    architecture = _architecture(_llvm().get_default_triple())
    for name, known in _BASELINES.items():
        if known.architecture == architecture and known.wants <= has:
            return name
    return None


def native() -> Target:
    """This machine's own processor, with all that it has."""
    llvm = _llvm()
    features = llvm.get_host_cpu_features()
    triple, flat = llvm.get_default_triple(), features.flatten()
    text = f"{flat},{_WIDE}" if _architecture(triple) == _X86 else flat
    return Target(triple, llvm.get_host_cpu_name(), text, _gang(features))


def baseline(name: str) -> Target:
    """A processor that many machines have at least; one of another kind is thought under Linux."""
    known = (_BASELINES | _ON_REQUEST).get(name)
    if known is None:
        names = ", ".join((*_BASELINES, *_ON_REQUEST, NATIVE))
        raise Refused(f"{PROCESSOR_VARIABLE}={name} is none of {names}; unset it for this one")
    triple = _llvm().get_default_triple()
    if _architecture(triple) != known.architecture:
        triple = f"{known.architecture}-unknown-linux-gnu"
    return Target(triple, known.cpu, known.features, known.gang)


def _architecture(triple: str) -> str:
    first = triple.partition("-")[0]
    return _ARCHITECTURES.get(first, first)


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
    llvm = _llvm()
    if _architecture(target.triple) != _architecture(llvm.get_default_triple()):
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
    found = llvm.Target.from_triple(target.triple)
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
