// A sheet over the page, closed by its button, by Escape or by a press beside it.

import { button, element } from "./ui/elements";
import { ICONS } from "./ui/icons";

/** Show `content` under a title; gives back what closes it. */
export function overlay(
  title: string,
  content: readonly Node[],
  closed: () => void = () => undefined,
): () => void {
  const before = document.activeElement as HTMLElement | null;
  const sheet = element("dialog", "sheet");
  const heading = element("h2", "sheet-title", title);
  heading.id = `sheet-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  sheet.setAttribute("aria-labelledby", heading.id);
  const close = () => {
    if (!sheet.isConnected) return;
    sheet.close();
    sheet.remove();
    before?.focus();
    closed();
  };
  sheet.append(
    element("div", "sheet-head", heading, button("Close", ICONS.close, close)),
    element("div", "sheet-body", ...content),
  );
  sheet.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  sheet.addEventListener("pointerdown", (event) => {
    if (event.target === sheet) close();
  });
  // Keys of the page are not meant while the sheet is open.
  sheet.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(sheet);
  sheet.showModal();
  return close;
}
