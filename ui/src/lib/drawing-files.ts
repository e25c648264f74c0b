// Holds the SVG text of each drawing and emblem by folder and name: `units/cruiser`. The screens load this file apart,
// because they need no drawing to work.

const files = import.meta.glob('../../../crates/library/drawings/*/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as { [path: string]: string };

export const svgs: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, svg]) => [path.split('/').slice(-2).join('/').replace('.svg', ''), svg]),
);
