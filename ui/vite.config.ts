import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { licences } from './scripts/licences.mjs';

// `muster serve` answers /api for the dev server and the preview, too. It refuses other origins, so these take its own.
const target = process.env.MUSTER_URL ?? 'http://127.0.0.1:4250';
const proxy = { '/api': { target, changeOrigin: true, headers: { origin: target } } };

export default defineConfig({
  plugins: [svelte(), licences()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy },
  preview: { proxy },
  // The tests wait for what they need. The limit only ends one that hangs, also on a busy machine.
  test: { include: ['src/**/*.test.ts'], testTimeout: 120_000 },
});
