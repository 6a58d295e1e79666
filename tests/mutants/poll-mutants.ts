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
    find: 'redis.eval(planOne, 2, keyOf(queue), wakeKeyOf(queue), String(at.getTime()), id)',
    replace: 'redis.zadd(keyOf(queue), at.getTime(), id)',
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
  {
    name: 'an earlier poll does not wake the process that waits for a later one',
    file: 'shared/platform/polls.ts',
    inside: 'planOne',
    find: "`local first = redis.call('zrange', KEYS[1], 0, 0, 'withscores')[2]\nredis.call('zadd', KEYS[1], 'LT', ARGV[1], ARGV[2])\nif first and tonumber(first) <= tonumber(ARGV[1]) then return end\nredis.call('lpush', KEYS[2], '')\nredis.call('ltrim', KEYS[2], 0, 0)`",
    replace: "`redis.call('zadd', KEYS[1], 'LT', ARGV[1], ARGV[2])`",
    tests,
  },
  {
    name: 'a process without its blocking connection does not poll',
    file: 'shared/platform/polls.ts',
    inside: 'wait',
    find: 'Promise.race([nextWord(blocking, wakeKeyOf(queue), waitMs), timedOut])',
    replace: 'nextWord(blocking, wakeKeyOf(queue), waitMs)',
    tests,
  },
  {
    name: 'waits pile up at a blocking connection that does not answer',
    file: 'shared/platform/polls.ts',
    inside: 'nextWord',
    find: 'waits.get(blocking)',
    replace: 'undefined',
    tests,
  },
  {
    name: 'a process does not wait until the first poll is due',
    file: 'shared/platform/polls.ts',
    inside: 'wait',
    find: 'Math.min(dueInMs, limitMs)',
    replace: 'limitMs',
    tests,
  },
]
