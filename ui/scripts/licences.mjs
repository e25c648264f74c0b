// Stops the build of a bundle that has something of a package in it which LICENCES.txt does not name.

import { readFileSync } from 'node:fs';

const FILE = new URL('../../LICENCES.txt', import.meta.url);

/** The folder of the package in which a file lies; null for files of our own, and for what the bundler makes. */
export const packageOf = (path) =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0] ?? null;

/** The packages, as name and version, that a text does not name as parts. */
export const missing = (titles, text) => titles.filter((title) => !text.includes(`\n  ${title}  `));

export function licences() {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const paths = Object.values(bundle).flatMap((one) => one.moduleIds ?? one.originalFileNames ?? []);
      const folders = new Set(paths.map((path) => packageOf(path)).filter(Boolean));
      const titles = [...folders].map((folder) => {
        const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
        return `${name} ${version}`;
      });
      const untold = missing(titles, readFileSync(FILE, 'utf8'));
      if (untold.length > 0)
        this.error(`the bundle has ${untold.join(', ')}, which LICENCES.txt does not name: run \`make licences\``);
      if (titles.length === 0) this.error('no package is found in the bundle');
    },
  };
}
