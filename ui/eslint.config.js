// The rules that the linter's makers recommend, with those that need types. The formatter decides about layout.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const screens = ['src/**/*.ts', 'src/**/*.svelte'];

export default defineConfig(
  { ignores: ['dist', 'src/lib/api/types.ts'] },
  js.configs.recommended,
  { files: screens, extends: [typescript.configs.recommendedTypeChecked] },
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: screens,
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    files: screens,
    rules: {
      // Maps and sets here are made anew and never changed while they are shown: `$state.raw` and `$derived` hold them.
      'svelte/prefer-svelte-reactivity': 'off',
      // Spaces between elements are written out, where the formatter might take a line break for one.
      'svelte/no-useless-mustaches': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', argsIgnorePattern: '^_$' }],
    },
  },
  {
    // The linter knows no types of a handler's parameters in markup; `svelte-check` does.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // Scripts of Node, some with pieces that run in a page.
  { files: ['**/*.mjs', '*.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ['static-edition/service-worker.js'], languageOptions: { globals: globals.serviceworker } },
);
