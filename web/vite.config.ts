import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    // The server sends a content security policy that allows neither inline scripts nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
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
