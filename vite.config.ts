import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** The app's one port: storage belongs to the origin, so another port would be another memory. */
export const PORT = 4180

/** Cross-origin isolation, and the same policy for page and workers (a worker takes that of its own response). */
export const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export default defineConfig({
  base: './',
  appType: 'mpa',
  plugins: [svelte()],
  build: { target: 'es2022', rolldownOptions: { input: ['index.html'] } },
  worker: { format: 'es' },
  optimizeDeps: { include: ['comlink', 'dexie'], exclude: ['geotiff'] },
  server: { port: PORT, strictPort: true, headers: HEADERS },
  preview: { port: PORT, strictPort: true, headers: HEADERS },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/e2e/**'],
        },
      },
    ],
  },
})
