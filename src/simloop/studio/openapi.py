"""The HTTP interface in OpenAPI 3.1, from the same dataclasses as the client's types."""

from typing import Any

from simloop.studio.access import ROLES
from simloop.studio.message_types import members, parts_of, schema
from simloop.studio.questions import ALL_QUESTIONS
from simloop.systems.scene.messages import FROM_CLIENT, FROM_SIMULATOR, AnswerMessage, DataMessage

_REFUSALS = {
    "401": {"description": "no token, or a wrong one"},
    "403": {"description": "another origin, or the token does not allow it"},
    "408": {"description": "the body did not come in time"},
    "413": {"description": "more than 1 MB"},
    "421": {"description": "a host name that is not ours"},
    "429": {"description": "too many requests"},
}
_TEXT = {"type": "string"}
_ROLE = {"type": "object", "properties": {"role": {"enum": list(ROLES)}}}
_ADDRESSES = {"type": "object", "properties": {"view": _TEXT, "operate": _TEXT}}
_PANELS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            **dict.fromkeys(("name", "package", "broken"), _TEXT),
            **{name: {"type": ["string", "null"]} for name in ("script", "style")},
        },
    },
}


def openapi() -> dict[str, Any]:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "simloop studio", "version": "1"},
        "security": [{"token": []}],
        "paths": {
            "/api/commands": {"post": _command()},
            "/api/questions": {"post": _question()},
            "/api/scene": {"get": _scene()},
            "/api/meshes/{digest}": {"get": _mesh()},
            "/api/role": {"get": _plain("what the token allows", _ROLE)},
            "/api/addresses": {"get": _plain("addresses to pass on; for the owner", _ADDRESSES)},
            "/api/panels": {
                "get": _plain("panels of installed packages", _PANELS),
                "post": _plain("tell that one does not work on a page", {"type": "object"}),
            },
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": _schemas(),
        },
    }


def _command() -> dict[str, Any]:
    body = {
        "type": "object",
        "required": ["verb"],
        "properties": {"verb": {"type": "string"}, "arguments": {"type": "object"}},
    }
    return {
        "summary": "hand a user command in and wait for what became of it",
        "requestBody": {"required": True, "content": _json(body)},
        "responses": {
            "200": {"description": "executed", "content": _json(schema(AnswerMessage))},
            "409": {
                "description": "refused, with the reason",
                "content": _json(schema(AnswerMessage)),
            },
            "400": {"description": "no command"},
            **_REFUSALS,
            "504": {"description": "the simulator has not answered in time"},
        },
    }


def _question() -> dict[str, Any]:
    names = [question.name for question in ALL_QUESTIONS]
    body = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "examples": names},
            "arguments": {"type": "object"},
        },
    }
    answers = {"anyOf": [schema(question.answer) for question in ALL_QUESTIONS]}
    found = {"allOf": [schema(DataMessage), {"properties": {"data": answers}}]}
    lines = "\n".join(f"- `{question.name}`: {question.meaning}" for question in ALL_QUESTIONS)
    return {
        "summary": "ask something of the run; nothing changes by it",
        "description": lines,
        "requestBody": {"required": True, "content": _json(body)},
        "responses": {
            "200": {"description": "the answer", "content": _json(found)},
            "409": {"description": "no answer, with the reason in `refused`"},
            **_REFUSALS,
            "504": {"description": "the simulator has not answered in time"},
        },
    }


def _scene() -> dict[str, Any]:
    messages = {"type": "array", "items": {"anyOf": [schema(each) for each in FROM_SIMULATOR]}}
    return {
        "summary": "the scene of now, as browsers are told it on joining",
        "responses": {
            "200": {"description": "messages", "content": _json(messages)},
            "504": {"description": "the simulator has not answered in time"},
        },
    }


def _mesh() -> dict[str, Any]:
    digest = {"name": "digest", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "summary": "the glTF file that the look of a vehicle names",
        "parameters": [digest],
        "responses": {
            "200": {"description": "a file", "content": {"model/gltf-binary": {}}},
            "404": {"description": "no vehicle has it"},
        },
    }


def _plain(summary: str, content: dict[str, Any]) -> dict[str, Any]:
    done = {"200": {"description": "found", "content": _json(content)}}
    return {"summary": summary, "responses": {**done, **_REFUSALS}}


def _schemas() -> dict[str, Any]:
    return {
        part.__name__: {
            "type": "object",
            "properties": {name: schema(kind) for name, kind in members(part)},
        }
        for part in parts_of((*FROM_SIMULATOR, *FROM_CLIENT, *(q.answer for q in ALL_QUESTIONS)))
    }


def _json(content: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": content}}
