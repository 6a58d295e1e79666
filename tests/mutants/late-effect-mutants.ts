import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/purchasing/late-effects.test.ts']

/** Faults with a supplier that acts after our time-out, and accounts that wait for it. */
export const lateEffectMutants: readonly Mutant[] = [
  {
    name: 'a purchase whose process is gone is unclear before its call must have ended',
    file: 'shared/domain/orders/rules/fulfil-step.ts',
    inside: 'stepForUnits',
    find: 'now < until',
    replace: 'false',
    tests,
  },
  {
    name: 'a balance that is read before the supplier may act proves that it did not',
    file: 'shared/domain/purchasing/settle-batch.ts',
    inside: 'settleLocked',
    find: 'now >= settledAt',
    replace: 'true',
    tests,
  },
  {
    name: 'the settling time excludes the time-out of the call',
    file: 'shared/domain/purchasing/in-flight.ts',
    inside: 'settlesAt',
    find: '$SENT + env.SUPPLIER_TIMEOUT_MS + env.BALANCE_SETTLE_MS',
    replace: '$SENT + env.BALANCE_SETTLE_MS',
    tests,
  },
  {
    name: 'an account waits although no purchase is unclear any more',
    file: 'shared/domain/purchasing/settle-batch.ts',
    inside: 'settleBatch',
    find: 'deps.clock.now() < current.settleAt && (await isUnclear(deps, port, current))',
    replace: 'deps.clock.now() < current.settleAt',
    tests,
  },
  {
    name: 'orders keep waiting for an account that is open again',
    file: 'shared/domain/purchasing/settle-batch.ts',
    inside: 'openNextBatch',
    find: 'if (account.settleAt && deps.clock.now() < account.settleAt) await port.reopened(account._id)',
    replace: '',
    tests,
  },
  {
    name: 'a person sends a purchase again while its call may be in flight',
    file: 'shared/domain/orders/board/resolve-unit.ts',
    inside: 'resolveUnit',
    find: 'now < inFlightUntil(deps.env, unit)',
    replace: 'false',
    tests,
  },
  {
    name: 'an order that was unclear for long is polled at long intervals once it is accepted',
    file: 'shared/domain/purchasing/unit-rules.ts',
    inside: 'interpretAnswer',
    find: "answer.kind === 'accepted' && acceptedAt === null",
    replace: 'false',
    tests: ['shared/domain/purchasing/unit-rules.test.ts'],
  },
]
