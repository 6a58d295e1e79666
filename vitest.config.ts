import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const serverTests = [
  'shared',
  'api',
  'workers',
  'scripts',
  'deploy',
  'tests/abuse',
  'tests/bench',
  'tests/conformance',
  'tests/deployment',
  'tests/runner',
  'tests/source',
  'tests/simulators',
  'tests/simulation',
  'tests/faults',
  'tests/mutants',
  'tests/support',
].map((folder) => `${folder}/**/*.test.ts`)
const screenTests = ['shared/ui', 'shared/browser', 'storefront', 'admin'].map(
  (folder) => `${folder}/**/*.test.{ts,tsx}`,
)

export default defineConfig({
  test: {
    // Most tests wait for servers rather than compute, so even two cores run two files at once.
    maxWorkers: 2,
    // A new process with all modules for each file costs as much as its tests; screen-setup.ts isolates the
    // files.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: serverTests,
          exclude: ['**/node_modules/**', 'shared/ui/**', 'shared/browser/**'],
          environment: 'node',
          setupFiles: ['tests/support/test-retry.ts'],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: screenTests,
          exclude: ['**/node_modules/**'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/screen-setup.ts', 'tests/support/test-retry.ts'],
          testTimeout: 20_000,
          css: false,
        },
      },
      {
        test: {
          name: 'alerts',
          include: ['tests/alerts/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'services',
          // They wait for MongoDB, Redis and timers even more: two cores need three files at once.
          maxWorkers: 3,
          // Projects with other numbers of workers run one after the other.
          sequence: { groupOrder: 1 },
          include: ['tests/services/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/service-global-setup.ts'],
          setupFiles: ['tests/support/end-with-run.ts', 'tests/support/test-retry.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
