"""What a pilot on the page must know of a vehicle: its channels, and what it does now."""

from collections.abc import Callable

from simloop.sitl.pilot_view import Pilot, pilot_of
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, text_of
from simloop.world.plugin import App


def _pilot(app: App) -> Callable[[Arguments], Pilot]:
    def answer(given: Arguments) -> Pilot:
        try:
            return pilot_of(app.world, text_of(given, "name"))
        except LookupError as error:
            raise QuestionRefused(str(error)) from None

    return answer


QUESTIONS = (Question("pilot", "how a vehicle is flown by radio, and how it flies", Pilot, _pilot),)
