import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/purchasing/polls.test.ts']

/** Mistakes about when suppliers are asked what became of orders that they have accepted. */
export const pollMutants: readonly Mutant[] = [
  {
    name: 'an accepted order waits in the queue of purchases to be polled',
    file: 'shared/domain/orders/rules/fulfil-step.ts',
    inside: 'afterRecording',
    find: 'at && isPolled',
    replace: 'at && false',
    tests,
  },
  {
    name: 'a callback waits in the queue of purchases',
    file: 'shared/domain/checkout/check-now.ts',
    inside: 'pollNow',
    find: 'isPlanned || schedulePromptly(deps, fulfilment, { filter, at })',
    replace: 'schedulePromptly(deps, fulfilment, { filter, at })',
    tests,
  },
  {
    name: 'the last scheduled time decides when an order is polled',
    file: 'shared/platform/polls.ts',
    inside: 'plan',
    find: "'LT', at.getTime(), id",
    replace: 'at.getTime(), id',
    tests,
  },
  {
    name: 'a result that arrives during a poll is lost with it',
    file: 'shared/domain/orders/fulfil/poll-orders.ts',
    inside: 'createPoller',
    find: 'deps.polls.end(name, id, { until, next })',
    replace: "deps.redis.zrem('{' + deps.env.QUEUE_PREFIX + ':polls:' + name + '}:due', id)",
    tests,
  },
  {
    name: 'polls use all calls of an account',
    file: 'shared/domain/orders/fulfil/poll-orders.ts',
    inside: 'createPoller',
    find: 'deps.env.SUPPLIER_CONCURRENCY / 2',
    replace: 'deps.env.SUPPLIER_CONCURRENCY',
    tests,
  },
  {
    name: 'an order that is being polled is swept as well',
    file: 'shared/platform/sweep.ts',
    inside: 'withoutPoll',
    find: '!polls || !pollsOf',
    replace: 'true',
    tests,
  },
]
