import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `muster serve` answers /api; its address is told to the dev server by MUSTER_URL.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: process.env.MUSTER_URL ?? 'http://127.0.0.1:4173', changeOrigin: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
