// The drawings of units and the emblems of nations, as SVG in one colour. Rulesets name them.

let svgs = $state.raw<ReadonlyMap<string, string>>(new Map());

// Without the drawings, every screen has the same words.
import('./drawing-files').then(
  (files) => (svgs = files.svgs),
  () => undefined,
);

/** The drawing of units that has this name; undefined if there is none, or while the drawings are loaded. */
export const drawing = (name: string): string | undefined => svgs.get(`units/${name}`);

/** The emblem that has this name; undefined if there is none, or while the drawings are loaded. */
export const emblem = (name: string): string | undefined => svgs.get(`emblems/${name}`);
