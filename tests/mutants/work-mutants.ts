import type { Mutant } from './mutant.ts'

/** Mistakes about who may do what when: moves, jobs, calls to suppliers. */
export const workMutants: Mutant[] = [
  {
    name: 'a callback’s look stands behind the unpaid polls',
    file: 'shared/platform/document-job.ts',
    find: "queue === 'payments' && !isUrgent ? { priority: 10 } : {}",
    replace: "queue === 'payments' && isUrgent === undefined ? { priority: 10 } : { priority: 10 }",
    tests: ['tests/services/pipeline/unpaid-polls.test.ts'],
  },
  {
    name: 'the compare-and-set has no from',
    file: 'shared/domain/orders/change/move-order.ts',
    find: '{ _id: order._id, status: order.status, version: order.version, ...move.guard }',
    replace: '{ _id: order._id, ...move.guard }',
    tests: ['tests/services/model/one-mover.test.ts'],
  },
  {
    name: 'the version is not raised',
    file: 'shared/domain/orders/change/move-order.ts',
    find: '$inc: { version: 1, revision: 1,',
    replace: '$inc: { version: 0, revision: 1,',
    tests: ['tests/services/model/one-mover.test.ts'],
  },
  {
    name: 'due is not set when an order is paid',
    file: 'shared/domain/orders/change/move-order.ts',
    find: "...(order.delivery === 'instant' ? { fulfil: at } : {})",
    replace: '',
    tests: ['tests/services/model/what-a-move-owes.test.ts'],
  },
  {
    name: 'the job is queued before the commit',
    file: 'shared/domain/orders/place/place-wallet-order.ts',
    find: 'debit(await draftOrder(deps, caller, request))',
    replace: `{
    const draft = await draftOrder(deps, caller, request)
    await tellOrder(deps, { after: paidOrder(draft, '') })
    return debit(draft)
  }`,
    tests: ['tests/services/model/shop-model.test.ts'],
  },
  {
    name: 'sessions are ended by their user, not by their ids',
    file: 'shared/domain/accounts/revoke-sessions.ts',
    find: 'deleteMany({ _id: { $in: open.map(({ _id }) => _id) } })',
    replace: 'deleteMany({ userId })',
    tests: ['tests/services/ids/writes-by-id.test.ts'],
  },
  {
    name: 'a job of older due work is done',
    file: 'shared/domain/orders/fulfil/fulfil-order.ts',
    find: 'due.fulfil.seq === seq && due.fulfil.at !== null',
    replace: 'due.fulfil.at !== null',
    tests: ['tests/services/pipeline/lost-worker.test.ts'],
  },
  {
    name: 'a call joins a group whose books are being closed',
    file: 'shared/domain/fulfilment/call-group.ts',
    find: 'isOpen: true,\n      isAlone: false,\n      readAt: { $gt: oldestReading(deps) },',
    replace: '',
    tests: ['tests/services/pipeline/call-groups.test.ts'],
  },
  {
    name: 'a purchase counts as not made at the first reading of the balance',
    file: 'shared/domain/fulfilment/turn-over.ts',
    find: "if (isFirst && verdict.kind !== 'all' && books.trusted) {",
    replace: 'if (isFirst && books.before === books.after && !books.trusted) {',
    tests: ['tests/services/pipeline/call-groups.test.ts'],
  },
  {
    name: 'some of the unclear purchases count as all',
    file: 'shared/domain/fulfilment/evidence.ts',
    find: 'worth !== undefined && Math.abs(spent - worth) <= tolerance',
    replace: 'worth !== undefined && spent <= worth + tolerance',
    tests: ['shared/domain/fulfilment/evidence.property.test.ts'],
  },
  {
    name: 'two supplier accounts share a line',
    file: 'shared/platform/job-definition.ts',
    find: 'account.toLowerCase()',
    replace: 'account.toLowerCase().replace("ph", "br")',
    tests: ['workers/src/start-workers.test.ts'],
  },
  {
    name: 'unknown is treated as refused',
    file: 'shared/domain/fulfilment/unit-rules.ts',
    find: "return { unit: { ...waiting, state: 'unknown' }, after: { next: 'wait', why: 'outcome_unknown', waitMs } }",
    replace: "return { unit: { ...waiting, state: 'refused', code: '' }, after: { next: 'refused' } }",
    tests: ['shared/domain/fulfilment/one-effect.property.test.ts'],
  },
  {
    name: 'a call whose answer was lost is made again',
    file: 'shared/domain/fulfilment/unit-rules.ts',
    find: "return { kind: 'orphaned', index }",
    replace: "return { kind: 'send', index }",
    tests: ['shared/domain/fulfilment/one-effect.property.test.ts'],
  },
  {
    name: 'a look-up that fails frees the unit',
    file: 'shared/domain/fulfilment/unit-rules.ts',
    find: "const wasAsked = unit.state === 'unknown' || unit.supplierOrderId !== ''",
    replace: "const wasAsked = unit.supplierOrderId !== ''",
    tests: ['shared/domain/fulfilment/one-effect.property.test.ts'],
  },
  {
    name: 'a unit that is lost each time is sent without end',
    file: 'shared/domain/fulfilment/unit-rules.ts',
    find: 'unit.attempt >= attemptsAtMost',
    replace: 'unit.attempt >= 1_000',
    tests: ['shared/domain/fulfilment/unit-rules.test.ts'],
  },
  {
    name: 'an order whose job fails each time is not shown',
    file: 'workers/src/run-job.ts',
    find: 'job.attemptsMade + 1 >= triesAtMost',
    replace: 'job.attemptsMade > triesAtMost',
    tests: ['workers/src/run-job.test.ts'],
  },
  {
    name: 'a callback is taken for the look that is under way',
    file: 'shared/domain/payables/look-now.ts',
    find: '$inc: owed.inc }',
    replace: '$inc: {} }',
    tests: ['tests/services/orders/surprising-money.test.ts'],
  },
  {
    name: 'the sweeper takes what has begun since it looked',
    file: 'shared/platform/sweep.ts',
    find: '.at`]: lane.at }',
    replace: '.seq`]: lane.seq }',
    tests: ['tests/services/pipeline/sweep.test.ts'],
  },
  {
    name: 'the sweeper looks no further than its first page',
    file: 'shared/platform/sweep.ts',
    find: 'if (page.length === pageSize) await turn()',
    replace: 'if (page.length === pageSize) break',
    tests: ['tests/services/pipeline/sweep.test.ts'],
  },
]
