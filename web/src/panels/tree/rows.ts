// Entities as the lines of a tree: parents before children, folded or found by words.

import type { EntityRow } from "../../generated/protocol";
import { holds } from "../../ui/search_field";

export interface Line {
  readonly entity: EntityRow;
  /** 1 at the top. */
  readonly level: number;
  readonly hasChildren: boolean;
  readonly open: boolean;
  readonly place: number;
  readonly siblings: number;
}

export interface Shape {
  readonly children: ReadonlyMap<number | null, readonly EntityRow[]>;
  readonly byIndex: ReadonlyMap<number, EntityRow>;
}

export function shapeOf(rows: readonly EntityRow[]): Shape {
  const children = new Map<number | null, EntityRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent) ?? [];
    siblings.push(row);
    children.set(row.parent, siblings);
  }
  return { children, byIndex: new Map(rows.map((row) => [row.index, row])) };
}

/** The lines in sight; words find entities, and open the way to them. */
export function linesOf(
  shape: Shape,
  isOpen: (row: EntityRow) => boolean,
  words: string,
): Line[] {
  const found = words ? wayTo(shape, words) : null;
  const lines: Line[] = [];
  const visit = (parent: number | null, level: number) => {
    const all = shape.children.get(parent) ?? [];
    const siblings = found ? all.filter(({ index }) => found.has(index)) : all;
    siblings.forEach((entity, place) => {
      const inner = shape.children.get(entity.index) ?? [];
      const hasChildren = found ? inner.some(({ index }) => found.has(index)) : inner.length > 0;
      const open = hasChildren && (found !== null || isOpen(entity));
      lines.push({ entity, level, hasChildren, open, place: place + 1, siblings: siblings.length });
      if (open) visit(entity.index, level + 1);
    });
  };
  visit(null, 1);
  return lines;
}

/** What the words find, and all above it. */
function wayTo(shape: Shape, words: string): Set<number> {
  const found = new Set<number>();
  for (const row of shape.byIndex.values()) {
    if (!holds(words, row.name, row.kind, row.model)) continue;
    for (
      let above: EntityRow | undefined = row;
      above && !found.has(above.index);
      above = above.parent === null ? undefined : shape.byIndex.get(above.parent)
    ) {
      found.add(above.index);
    }
  }
  return found;
}

/** The name without that of its vehicle. */
export function shortName(row: EntityRow): string {
  return row.name.split("::").at(-1) ?? row.name;
}
