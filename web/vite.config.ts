import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

const server = 'http://127.0.0.1:8080'

/** What the entry and the layout need, and therefore every page: one file compresses better than sixty. */
const base = [
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|clsx|tslib)\//,
  /node_modules\/@tanstack\/(?:query-core|react-query|router-core|react-router|history|store|react-store)\//,
  /node_modules\/(?:@floating-ui|aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar)\//,
  /node_modules\/@radix-ui\/(?:primitive|rect|react-(?:arrow|collection|compose-refs|context|direction|dismissable-layer|dropdown-menu|focus-guards|focus-scope|id|menu|popper|portal|presence|primitive|roving-focus|slot|tooltip|use-[a-z-]+|visually-hidden))\//,
  /node_modules\/lucide-react\/dist\/esm\/(?:Icon|createLucideIcon|context|defaultAttributes|shared)/,
  /web\/src\/(?:components\/(?:button|icon-button|kbd|mark|menu|spinner|skeleton|card|stored-value|toast|toast-store|use-media-query|error-state)\.|components\/overlay\/(?:tooltip|overlay-container)\.|api\/(?:client|connection|session|session-renewal|api-error|persisted-cache)\.|texts\/(?:common|keys|layout|errors|commands)\.)/,
]

/** Of these, what most pages use: an icon or a small component is smaller than the headers of a response. */
const common = /web\/src\/(?:components|texts|api|app)\/|node_modules\/lucide-react\/dist\/esm\/icons\//

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    // The server sends a content security policy that allows neither inline scripts nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id: string) => base.some((pattern) => pattern.test(id)), priority: 1 },
            { name: 'common', test: common, minShareCount: 9 },
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
