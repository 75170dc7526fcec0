import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = fileURLToPath(new URL('../src/app/import-when-fetched.ts', import.meta.url))

/** Replaces the code with which Vite loads the files of an `import()`. Its name is not part of what Vite documents. */
export function importWhenFetched(): Plugin {
  let isReplaced = false
  return {
    name: 'import-when-fetched',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Vite leaves out a file that imports no other.
          resolveDependencies: (file, others) => (others.length === 0 ? [file] : others),
        },
      },
    }),
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler() {
        isReplaced = true
        return `export { importWhenFetched as __vitePreload } from ${JSON.stringify(helper)}`
      },
    },
    buildEnd(error) {
      if (error === undefined && !isReplaced)
        this.error('Vite has another helper for imports: replace that one.')
    },
  }
}
