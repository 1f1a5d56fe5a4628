import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config'
import { findBrowser } from './scripts/browser.ts'
import { bundledWorkers } from './scripts/lib/bundled-workers.ts'
import { HEADERS, ISOLATION } from './scripts/lib/headers.ts'
import { offlineBuild } from './scripts/lib/offline-build.ts'
import { reportData, resultsFolder } from './scripts/lib/report-data.ts'
import { sharedModels } from './scripts/lib/shared-models.ts'
import { sealedPage } from './scripts/lib/sealed-page.ts'
import { siteModels } from './scripts/lib/site-models.ts'
import { testDownloads } from './scripts/lib/test-downloads.ts'

/** The app's one port: storage belongs to the origin, so another port would be another memory. */
export const PORT = 4180

/** Unit tests need no browser, so its absence leaves the browser project out and stops nothing else. */
async function browserProjects(): Promise<TestProjectConfiguration[]> {
  const browser = await findBrowser().catch((error: unknown) => console.error(String(error)))
  if (!browser) return []
  const { executablePath, args, env } = browser
  return [
    {
      extends: true,
      test: {
        name: 'browser',
        include: ['test/browser/**/*.browser.test.ts'],
        testTimeout: 30_000,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: { executablePath, args, env } }),
          instances: [{ browser: 'chromium' }],
        },
      },
    },
  ]
}

export default defineConfig(async (): Promise<ViteUserConfig> => ({
  base: './',
  appType: 'mpa',
  plugins: [
    svelte({ configFile: false }),
    sealedPage(),
    reportData(resultsFolder(import.meta.dirname)),
    siteModels(),
    offlineBuild(),
    ...(process.env['VITEST'] ? [sharedModels(), testDownloads(), bundledWorkers()] : []),
  ],
  build: {
    target: 'es2022',
    // A font or picture inlined as data: would need a wider policy.
    assetsInlineLimit: 0,
    // The page is read from this machine or kept by the service worker: one larger script costs little.
    chunkSizeWarningLimit: 1024,
    rolldownOptions: {
      input: { index: 'index.html', connected: 'connected.html', report: 'report/index.html' },
      checks: { bundlerTimings: false },
    },
  },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  // A dependency that is found late makes the server reload the page in mid-test.
  optimizeDeps: {
    entries: ['index.html', 'connected.html', 'report/index.html', 'workers/*.ts', 'test/browser/**/*.ts'],
    include: [
      'comlink',
      'dexie',
      '@xenova/transformers',
      '@mlc-ai/web-llm',
      '@wllama/wllama/esm/index.js',
      '@zip.js/zip.js/lib/zip-core-custom.js',
    ],
    exclude: ['geotiff'],
  },
  server: { port: PORT, strictPort: true, headers: ISOLATION },
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
          // The library of tools takes longer to load than most files take to run: they share it, and leave the process clean.
          isolate: false,
          // A hang is found by it, not a busy machine: lint and a browser run beside these tests.
          testTimeout: 30_000,
          setupFiles: ['test/helpers/leave-clean.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // One browser and one build: files after one another, and tests of a file build on each other.
          fileParallelism: false,
        },
      },
      ...(process.env['VITEST'] ? await browserProjects() : []),
    ],
  },
}))
