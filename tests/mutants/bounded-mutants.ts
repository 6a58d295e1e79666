import type { Mutant } from './tree/mutant.ts'

const reads = ['tests/services/maintenance/bounded-reads.test.ts']
const seals = ['tests/services/wallet/sealed-days.test.ts']
const turns = ['tests/services/suppliers/forecast-lock.test.ts']

/** Faults in the limits of reads, and in overlapping runs. */
export const boundedMutants: Mutant[] = [
  {
    name: 'overdue tasks that were swept often are searched among all overdue tasks',
    file: 'shared/domain/maintenance/list-overdue-tasks.ts',
    inside: 'overdueOf',
    find: 'oldest(dueWithHighSweepCount(path, now), sweepCountIndex(path))',
    replace: "oldest(dueWithHighSweepCount(path, now), path.replace('.', '_') || sweepCountIndex(path))",
    tests: reads,
  },
  {
    name: 'all open orders are read to find what waits at a supplier',
    file: 'shared/domain/orders/queries/open-orders.ts',
    inside: 'demandOfType',
    find: 'Math.min(open, maxAtEachEnd)',
    replace: 'Math.max(open, 0 * maxAtEachEnd)',
    tests: reads,
  },
  {
    name: 'orders between the oldest and the newest are assumed to need what the oldest do',
    file: 'shared/domain/orders/queries/open-orders.ts',
    inside: 'demandOfType',
    find: 'Math.max(oldest.cost, newest.cost)',
    replace: 'oldest.cost',
    tests: reads,
  },
  {
    name: 'every sweeper reads the whole overdue range',
    file: 'shared/platform/sweep.ts',
    inside: 'sweep',
    find: 'return lease?.isHeld() ?? false',
    replace: 'return lease?.isHeld() ?? true',
    tests: ['tests/services/maintenance/sweep.test.ts'],
  },
  {
    name: 'a count begins while another one is running',
    file: 'shared/domain/suppliers/forecast-lock.ts',
    inside: 'acquireLock',
    find: "{ $or: [{ forecastLock: null }, { 'forecastLock.until': { $lte: now } }] }",
    replace: '{}',
    tests: turns,
  },
  {
    name: 'a count whose lock was taken over writes its outdated figures',
    file: 'shared/domain/suppliers/forecast-coverage.ts',
    inside: 'forecastAccount',
    find: "{ $or: [{ forecast: null }, { 'forecast.at': { $lte: now } }] }",
    replace: '{}',
    tests: turns,
  },
  {
    name: 'a day is sealed while entries may still be added to it',
    file: 'shared/domain/maintenance/seals/seal-days.ts',
    inside: 'sealDays',
    find: 'now.getTime() - settledMs',
    replace: 'now.getTime() - 0 * settledMs',
    tests: seals,
  },
  {
    name: 'an altered entry of a sealed day is not compared',
    file: 'shared/domain/maintenance/seals/check-days.ts',
    inside: 'compare',
    find: "contents === contentHash(entry).toString('hex')",
    replace: "contents !== '' || contentHash(entry).toString('hex')",
    tests: seals,
  },
  {
    name: 'an entry added to a sealed day afterwards is not found',
    file: 'shared/domain/maintenance/seals/check-days.ts',
    inside: 'compare',
    find: "if (contents === undefined) return 'added'",
    replace: 'if (contents === undefined) return undefined',
    tests: seals,
  },
  {
    name: 'a continued full check treats a day that differed as checked',
    file: 'shared/domain/maintenance/seals/check-days.ts',
    inside: 'checkSealedDays',
    find: 'run !== undefined && faults.length === 0',
    replace: 'run !== undefined && faults.length >= 0',
    tests: seals,
  },
  {
    name: 'the nightly check seals no day',
    file: 'workers/src/maintenance/verify-ledger.ts',
    inside: 'verifyLedgerHandler',
    find: 'found.length === 0',
    replace: 'found.length < 0',
    tests: ['tests/services/maintenance/nightly.test.ts'],
  },
]
