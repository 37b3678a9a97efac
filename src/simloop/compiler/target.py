"""The processor that code is made for, and the passes that make it."""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

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


@cache
def host_target() -> Target:
    """This machine's own processor."""
    llvm = _llvm()
    features = llvm.get_host_cpu_features()
    # LLVM halves the vectors of processors that once slowed down under wide ones.
    text = (
        f"{features.flatten()},-prefer-256-bit"
        if "prefer-256-bit" in features
        else features.flatten()
    )
    return Target(llvm.get_default_triple(), llvm.get_host_cpu_name(), text, _gang(features))


def _gang(features: Any) -> int:
    bits = 512 if features.get("avx512f") else 256 if features.get("avx2") else 128
    return bits // _BITS_OF_A_DOUBLE


def digest_of(text: str, target: Target) -> str:
    """What a unit's object is known by: its assembly, the compiler, the processor."""
    parts = (text, target.triple, target.cpu, target.features, _llvm_version(), str(_RULES))
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def make_object(text: str, target: Target) -> bytes:
    """Machine code for assembly, as the bytes of an object file."""
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    machine = _machine(target)
    options = llvm.create_pipeline_tuning_options(speed_level=_OPTIMISE)
    # Lanes are vectors already.
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def assembly_of(text: str, target: Target) -> str:
    """Machine code for assembly, to be read by people."""
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    machine = _machine(target)
    options = llvm.create_pipeline_tuning_options(speed_level=_OPTIMISE)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    written: str = machine.emit_assembly(module)
    return written


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
