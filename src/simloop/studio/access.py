"""Who may do what on a page: three roles, each with a token of its own."""

import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from simloop.studio.addresses import new_token

Role = Literal["view", "operate", "admin"]
ROLES: tuple[Role, ...] = ("view", "operate", "admin")
# What ends processes or touches files is for the owner alone.
_ADMIN_VERBS = frozenset({"quit"})


@dataclass(frozen=True, slots=True)
class Keys:
    """The tokens of one page."""

    view: str
    operate: str
    admin: str

    @classmethod
    def fresh(cls) -> "Keys":
        """New secrets."""
        return cls(new_token(), new_token(), new_token())

    def plain(self) -> Mapping[str, str]:
        """As JSON-ready values."""
        return asdict(self)

    def role_of(self, token: object) -> Role | None:
        """Whose token this is; takes equally long for every wrong one."""
        # Text of strangers may hold halves of characters.
        said = token.encode(errors="replace") if isinstance(token, str) else b""
        found: Role | None = None
        for role in ROLES:
            if hmac.compare_digest(said, getattr(self, role).encode()):
                found = role
        return found


def refusal_of(role: Role, message: Mapping[str, object]) -> str:
    """Why a role may not send a message, or nothing if it may."""
    if message.get("type") != "command":
        return ""
    needed: Role = "admin" if message.get("verb") in _ADMIN_VERBS else "operate"
    if ROLES.index(role) >= ROLES.index(needed):
        return ""
    if needed == "admin":
        return "only the owner of the run may do this"
    return "this address is for looking only"
