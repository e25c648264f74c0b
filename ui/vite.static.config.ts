import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { licences } from './scripts/licences.mjs';
import { staticEdition } from './static-edition/plugin.mjs';

// The static edition. `make web` sets both folders.
const modules = process.env.MUSTER_MODULES;
if (!modules) throw new Error('MUSTER_MODULES names the folder of the compiled modules (see `make web`)');

export default defineConfig({
  mode: 'static',
  base: './',
  plugins: [svelte(), licences(), staticEdition(modules)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    // Otherwise the script would bring the styles.
    cssCodeSplit: false,
    // A page that is opened from a folder can run one plain script, but no modules.
    rollupOptions: { output: { format: 'iife', codeSplitting: false } },
  },
});
