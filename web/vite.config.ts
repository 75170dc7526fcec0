import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    // The service answers with a policy that allows neither inline script nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    // Browsers send Origin with the address of the dev server; changeOrigin would make the two disagree.
    proxy: {
      '/v1': { target: service, changeOrigin: false },
      '/app': { target: service, changeOrigin: false },
      '^/f/': { target: service, changeOrigin: false },
      '/docs': { target: service, changeOrigin: false },
      '/openapi.json': { target: service, changeOrigin: false },
    },
  },
})
