/** The files of the static edition's modules, by name. Only its own bundle has them. */
declare const __MODULES__: Record<'desk' | 'full', string>;
