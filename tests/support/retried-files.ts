/** A time limit, with the test files that check it. */
type ClockBound = { reason: string; files: readonly string[] }

/**
 * The only tests that are retried on a build machine, where other jobs use the processor as well: they
 * check a time limit by the machine's own clock. Any other test that fails once has found something. More
 * than two retried tests fail the run (`tests/runner/run.ts`).
 */
export const clockBoundFiles: readonly ClockBound[] = [
  {
    reason: 'A text of 90 kB is read within 50 ms',
    files: ['shared/contracts/long-texts.test.ts', 'shared/providers/call-vendor.test.ts'],
  },
  {
    reason: 'Other work goes on within milliseconds while passwords are hashed and jobs wait',
    files: [
      'shared/domain/accounts/password.test.ts',
      'workers/src/jobs/run-job.test.ts',
      'tests/services/accounts/login-flood.test.ts',
    ],
  },
  {
    reason: 'Sentinels and a cluster elect another master by clocks of their own',
    files: ['scripts/services/redis-sentinel.test.ts', 'scripts/services/redis-cluster.test.ts'],
  },
  {
    reason: 'A session that has ended is closed within two seconds',
    files: [
      'tests/services/accounts/access.test.ts',
      'tests/services/accounts/sessions.test.ts',
      'tests/services/accounts/sign-out-elsewhere.test.ts',
      'tests/services/realtime/socket-sessions.test.ts',
      'tests/e2e/account.spec.ts',
      'tests/e2e/users.spec.ts',
    ],
  },
  {
    reason: 'News is on the page, and the answer of a supplier with the customer, within seconds',
    files: [
      'tests/services/orders/id-check-outage.test.ts',
      'tests/services/orders/trace-payment.test.ts',
      'tests/services/purchasing/polls.test.ts',
      'tests/services/orders/unpaid-polls.test.ts',
      'tests/services/realtime/board-presence.test.ts',
      'tests/services/realtime/catalogue-updates.test.ts',
      'tests/e2e/live-page.spec.ts',
      'tests/e2e/product-page.spec.ts',
    ],
  },
  {
    reason: 'A stopped server is noticed within seconds',
    files: ['tests/services/http/limits.test.ts', 'tests/services/database/abandoned-transaction.test.ts'],
  },
  {
    reason: 'What can be undone, is counted down or expires does so by the seconds of the clock',
    files: [
      'tests/e2e/admin-visual.spec.ts',
      'tests/e2e/board-keys.spec.ts',
      'tests/e2e/sign-in.spec.ts',
      'tests/e2e/lost-answer.spec.ts',
      'tests/e2e/pay-page.spec.ts',
      'tests/e2e/second-factor.spec.ts',
    ],
  },
  {
    reason: 'A list is drawn within its frames',
    files: ['tests/e2e/board-speed.spec.ts', 'tests/e2e/lists.spec.ts', 'tests/e2e/table-speed.spec.ts'],
  },
  {
    reason: 'Taps come every 50 ms while the browser has a quarter of a processor',
    files: ['tests/e2e/impatient.spec.ts'],
  },
]

const files = new Set(clockBoundFiles.flatMap((promise) => promise.files))

/** @param path relative to the project's folder, with slashes */
export const isRetried = (path: string): boolean => files.has(path)
