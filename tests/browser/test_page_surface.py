"""Instruments of what drives and what floats: those that a driver or a helmsman looks at."""

from playwright.sync_api import Browser
from studio_page import Studio, opened

from paged_run import paged_run

OF_THE_AIR = {"Airspeed", "Climb", "Above ground", "Above sea"}


def tiles(studio: Studio, name: str) -> set[str]:
    """Titles of the readings that are shown for a vehicle."""
    find = f"[...store.vehicles.values()].find(({{item}}) => item.name === '{name}').index"
    studio.store(f"store.select({find})")
    studio.wait(lambda: studio.page.locator(".reading:visible", has_text="Real time").count())
    return set(studio.page.locator(".reading:visible dt").all_inner_texts())


def test_rovers_and_boats_have_instruments_of_their_own(browser: Browser) -> None:
    with paged_run("mixed") as address:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        for studio in opened(Studio(context.new_page()), address):
            studio.toggle("scene")
            for name, speed in (("rover", "Ground speed"), ("boat", "Over ground")):
                wanted = {speed, "Throttle", "Steering"}
                studio.wait(lambda s=studio, n=name, w=wanted: w <= tiles(s, n))
                assert not OF_THE_AIR & tiles(studio, name)
            studio.wait(lambda s=studio: {"Airspeed", "Climb"} <= tiles(s, "quad"))
            assert not {"Throttle", "Steering"} & tiles(studio, "quad")
        context.close()
