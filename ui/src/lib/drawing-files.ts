// The texts of all drawings and emblems, by folder and name: `units/cruiser`. A part of its own of the bundle, as the
// screens do not wait for it.

const files = import.meta.glob('../../../crates/library/drawings/*/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as { [path: string]: string };

export const svgs: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, svg]) => [path.split('/').slice(-2).join('/').replace('.svg', ''), svg]),
);
