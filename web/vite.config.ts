import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { importWhenFetched } from './build/import-when-fetched.ts'
import { pageFiles } from './build/page-files.ts'
import { precompress } from './build/precompress.ts'
import { sharedChunks } from './build/shared-chunks.ts'

const server = 'http://127.0.0.1:8080'

/** What several pages use: an icon or a small component is smaller than the headers of a response. */
const common =
  /web\/src\/(?:components|texts|api|app)\/|web\/src\/(?:graph\/types|run\/(?:app-link|iteration-path|follow-run)|editor\/model\/(?:same-json|definition))\./
const icons = /node_modules\/lucide-react\/dist\/esm\/icons\//

/** A list that loads more as it is scrolled. */
const lists = /node_modules\/@tanstack\/(?:query-core|react-query)\/.*nfiniteQuery/

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), importWhenFetched(), pageFiles(), precompress()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    // The server sends a content security policy that allows neither inline scripts nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', early: 'src/early/early-requests.ts' },
      output: {
        codeSplitting: {
          groups: [
            // One file compresses better than sixty.
            { name: 'base', tags: ['$initial'], test: /^(?!.*\/web\/src\/early\/)/, priority: 9 },
            {
              name: 'common',
              test: new RegExp(`${common.source}|${lists.source}`),
              minShareCount: 9,
              priority: 8,
            },
            { name: 'icons', test: icons, minShareCount: 3, priority: 8 },
            { name: sharedChunks(), includeDependenciesRecursively: false, priority: 7 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // Browsers send the address of the dev server as Origin. With changeOrigin, Host would differ from it.
    proxy: {
      '/v1': { target: server, changeOrigin: false },
      '/app': { target: server, changeOrigin: false },
      '^/f/': { target: server, changeOrigin: false },
      '/docs': { target: server, changeOrigin: false },
      '/openapi.json': { target: server, changeOrigin: false },
    },
  },
})
