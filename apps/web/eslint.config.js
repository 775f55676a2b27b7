import tsParser from '@typescript-eslint/parser';
import svelte from 'eslint-plugin-svelte';

/** What is particular to Svelte; everything else is oxlint's (`.oxlintrc.json` at the top). */
export default [
  { ignores: ['dist/', '.svelte-check/', '**/*.js'] },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tsParser } },
  },
];
