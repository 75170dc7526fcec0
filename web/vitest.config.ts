import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Separate from vite.config.ts, so that the build needs no development dependencies.
export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    pool: 'vmThreads',
    environmentOptions: { jsdom: { url: 'http://millrace.test/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/testing/set-up.ts'],
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
