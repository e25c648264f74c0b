// What no file of a crate or package says about its licence, each with its reason; and what Muster is built of besides.

/** Parts whose sources hold no text of their licence. Their makers are named as the manifest names them, unless `holders`
 * does; `like` names a part of the same project, whose text is theirs. An entry with `licence` is of a part whose manifest
 * names none. */
export const MISSING = [
  {
    parts: ['alloc-stdlib'],
    like: 'alloc-no-stdlib',
    reason: 'the same repository; only the other crate has the text',
  },
  { parts: ['comemo-macros'], like: 'comemo', reason: 'the same repository; only the other crate has the text' },
  {
    parts: ['jsonschema-regex', 'jsonschema-value'],
    like: 'jsonschema',
    reason: 'the same repository; only the other crate has the text',
  },
  { parts: ['selectors'], like: 'cssparser', reason: 'of Servo too, under the same licence' },
  {
    parts: [
      'typst',
      'typst-eval',
      'typst-html',
      'typst-layout',
      'typst-library',
      'typst-macros',
      'typst-pdf',
      'typst-realize',
      'typst-render',
      'typst-svg',
      'typst-syntax',
      'typst-timing',
      'typst-utils',
    ],
    like: 'typst-assets',
    reason: 'the same project; only its assets have the text, with the notices',
  },
  {
    parts: [
      'block2',
      'dispatch2',
      'objc2',
      'objc2-app-kit',
      'objc2-core-foundation',
      'objc2-encode',
      'objc2-exception-helper',
      'objc2-foundation',
      'objc2-quartz-core',
      'objc2-web-kit',
    ],
    text: 'MIT',
    holders: ['Mads Marquart'],
    reason: 'the text lies at the root of the repository, outside the crates',
  },
  {
    parts: ['wasmi', 'wasmi_collections', 'wasmi_core', 'wasmi_ir'],
    text: 'MIT',
    holders: ['Parity Technologies', 'Robin Freyler'],
    reason: 'the text lies at the root of the repository, outside the crates',
  },
  {
    parts: ['uuid-simd', 'vsimd'],
    text: 'MIT',
    holders: ['Nugine'],
    reason: 'the text lies at the root of the repository, outside the crates, and their manifests name nobody',
  },
  {
    parts: ['webview2-com', 'webview2-com-macros', 'webview2-com-sys'],
    text: 'MIT',
    holders: ['Bill Avery'],
    reason: 'the text lies at the root of the repository, outside the crates, and their manifests name nobody',
  },
  {
    parts: [
      'age',
      'age-core',
      'cookie-factory',
      'deprecate-until',
      'dlopen2',
      'dlopen2_derive',
      'fluent-langneg',
      'glidesort',
      'integer-sqrt',
      'intl_pluralrules',
      'krilla',
      'krilla-svg',
      'pathfinding',
      'wasmparser',
    ],
    text: 'MIT',
    reason: 'published without the text',
  },
  {
    parts: ['io_tee'],
    text: 'MIT',
    holders: ['TheOnlyMrCat'],
    reason: 'published without the text, and its manifest names nobody',
  },
  {
    parts: ['is-reference', 'locate-character'],
    text: 'MIT',
    holders: ['Rich Harris'],
    reason: 'published without the text',
  },
  {
    parts: ['roman-numerals-rs'],
    text: '0BSD',
    reason: 'published without the text, for which its licence does not ask',
  },
  { parts: ['svelte-toolbelt'], licence: 'MIT', reason: 'its manifest names no licence, its file LICENSE does' },
];

/** The fonts of the prints, with the files of crates/print/fonts that belong to each. */
export const FONTS = [
  {
    name: 'DejaVu Sans',
    licence: 'Bitstream Vera',
    text: 'DejaVuSans.LICENSE',
    files: ['DejaVuSans.LICENSE', 'DejaVuSans.ttf'],
  },
  {
    name: 'Old Standard',
    licence: 'OFL-1.1',
    text: 'OldStandardTT.LICENSE',
    files: ['OldStandardTT.LICENSE', 'OldStandardTT-Bold.ttf', 'OldStandardTT-Regular.ttf'],
  },
  {
    name: 'Source Sans 3',
    licence: 'OFL-1.1',
    text: 'SourceSans3.LICENSE',
    files: ['SourceSans3.LICENSE', 'SourceSans3-It.otf', 'SourceSans3-Regular.otf', 'SourceSans3-Semibold.otf'],
  },
];

/** What is linked and is neither a crate nor a package. */
export const OTHERS = [
  { name: 'The Rust standard library', licence: 'MIT OR Apache-2.0', text: 'rust' },
  { name: 'The WebView2 loader, in the app for Windows', licence: 'BSD-3-Clause', text: 'webview2-loader' },
];
