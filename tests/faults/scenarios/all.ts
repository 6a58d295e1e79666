import type { Scenario } from '../scenario.ts'
import { workerKilled } from './01-worker-killed.ts'
import { redisGone } from './02-redis-gone.ts'
import { supplierBreaksItsAnswer } from './05-supplier-breaks-its-answer.ts'
import { callbackStorm } from './06-callback-storm.ts'
import { factsInAnyOrder } from './07-facts-in-any-order.ts'

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  workerKilled,
  redisGone,
  supplierBreaksItsAnswer,
  callbackStorm,
  factsInAnyOrder,
]
