"""The service `failures/inject`: programs let things fail, and learn whether they do."""

from dataclasses import replace

from simloop.messages.simloop_msgs import InjectFailureRequest, InjectFailureResponse
from simloop.sitl.failure_words import parse_numbers
from simloop.systems.failures import FailureAnswer, FailureDesk, FailureRequest, FailureResult
from simloop.world.plugin import App

SERVICE = "failures/inject"


def serve_failures(app: App, desk: FailureDesk) -> None:
    """Answer the service."""

    def answer(asked: InjectFailureRequest) -> InjectFailureResponse:
        found = _inject(app, desk, asked)
        return InjectFailureResponse(result=found.result.value, reason=found.reason)

    app.bus.serve(
        SERVICE,
        InjectFailureRequest,
        InjectFailureResponse,
        answer,
        doc="let something of a vehicle fail, or clear it with kind `ok`; no vehicle means all",
        by="link_failures",
    )


def _inject(app: App, desk: FailureDesk, asked: InjectFailureRequest) -> FailureAnswer:
    """The answer for one vehicle; for all, that of the first who accepts, or else of the first."""
    try:
        request = _request(asked)
    except ValueError as wrong:
        return FailureAnswer(FailureResult.DENIED, f"strength: {wrong}")
    if request.vehicle:
        return desk.inject(request)
    names = [record.name for record in app.world.models()]
    answers = [desk.inject(replace(request, vehicle=name)) for name in names]
    nobody = FailureAnswer(FailureResult.DENIED, "there is no vehicle")
    accepted = (answer for answer in answers if answer.accepted)
    return next(accepted, answers[0] if answers else nobody)


def _request(asked: InjectFailureRequest) -> FailureRequest:
    return FailureRequest(
        vehicle=asked.vehicle,
        component=asked.component,
        kind=asked.kind,
        instance=asked.instance,
        onset_s=asked.onset_s,
        duration_s=asked.duration_s if asked.duration_s else None,
        ramp_s=asked.ramp_s,
        probability=asked.probability,
        strength=parse_numbers(asked.strength),
    )
