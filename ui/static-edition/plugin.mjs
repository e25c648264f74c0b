// Makes the static edition of the bundle: one script that also runs from a folder, the modules, and what makes it
// installable and usable without a network (docs/adr/0029-static-edition.md).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Allows what the folder holds, and the workers that its script makes. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
  "img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; " +
  "form-action 'none'";

/** The pictures for devices that take no SVG; public/icon.svg was drawn as PNG, those for phones without round corners. */
const ICONS = ['apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png'];

/** What the folder says of its licences. */
const LEGAL = ['NOTICE', 'LICENCES.txt', 'LICENSE-MIT', 'LICENSE-APACHE'];

const beside = (name, encoding = 'utf8') => readFileSync(new URL(name, import.meta.url), encoding);
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/** `folder` holds the compiled modules, `desk.wasm.gz` and `full.wasm.gz`. */
export function staticEdition(folder) {
  const modules = ['desk', 'full'].map((name) => {
    const bytes = readFileSync(join(folder, `${name}.wasm.gz`));
    // A name for each version, so that a page never gets the module of another.
    return { name, bytes, file: `${name}-${digest(bytes)}.wasm.gz` };
  });
  return {
    name: 'static-edition',
    config: () => ({
      define: { __MODULES__: JSON.stringify(Object.fromEntries(modules.map(({ name, file }) => [name, file]))) },
    }),
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          // A page from a folder may load neither modules nor anything that must be of its own origin.
          .replace(/<script type="module" crossorigin/g, '<script defer')
          .replace(/<link rel="stylesheet" crossorigin/g, '<link rel="stylesheet"')
          .replace(
            '<title>',
            `<meta http-equiv="content-security-policy" content="${POLICY}" />\n` +
              '    <link rel="manifest" href="./manifest.webmanifest" />\n' +
              '    <link rel="apple-touch-icon" href="./apple-touch-icon.png" />\n    <title>',
          ),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
        for (const { name, bytes, file } of modules) {
          emit(file, bytes);
          emit(`${file}.js`, `(globalThis.musterModules ??= {}).${name} = '${bytes.toString('base64')}';\n`);
        }
        emit('README.txt', beside('README.txt'));
        // Their names say nothing of what is in them, so their contents make the version, too.
        const named = { 'icon.svg': readFileSync(new URL('../public/icon.svg', import.meta.url)) };
        for (const file of ['manifest.webmanifest', ...ICONS]) emit(file, (named[file] = beside(file, null)));
        const files = Object.keys(bundle).filter((file) => file !== 'index.html' && !file.endsWith('.wasm.gz.js'));
        const kept = [...new Set([...files, ...modules.map(({ file }) => file), ...Object.keys(named)])].sort();
        const contents = [...Object.values(bundle).map((one) => one.code ?? one.source), ...Object.values(named)].map(
          digest,
        );
        const version = digest(JSON.stringify([kept, contents, beside('service-worker.js')]));
        emit(
          'service-worker.js',
          beside('service-worker.js')
            .replace("'VERSION'", JSON.stringify(version))
            .replace("['FILES']", JSON.stringify(['./', ...kept])),
        );
        // Not among the files that a browser keeps: the program has these texts too.
        for (const file of LEGAL) emit(file, beside(`../../${file}`));
      },
    },
  };
}
