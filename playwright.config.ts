import { basename } from 'node:path'
import { defineConfig } from '@playwright/test'
import { clockBoundFiles as promises } from './tests/support/retried-files.ts'

const executablePath = process.env.CHROME_PATH

const clockBoundFiles = promises
  .flatMap(({ files }) => files)
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => `**/${basename(file)}`)

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: clockBoundFiles },
    // Tests of a time limit are retried on a build machine.
    { name: 'clock', testMatch: clockBoundFiles, retries: process.env.CI ? 1 : 0 },
  ],
  fullyParallel: false,
  // Each worker has its own shop, and waits for it more than it works.
  workers: process.env.E2E_URL ? 1 : 2,
  timeout: 60_000,
  // Below the runner's limit, so that a run that takes longer still writes its report.
  globalTimeout: 24 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    locale: 'en-IN',
    timezoneId: 'America/New_York',
    // Tests cannot intercept a service worker's requests; tests of the worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // A trace shows everything and takes half as long again: E2E_TRACE=1 enables it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
