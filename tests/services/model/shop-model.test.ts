import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminDecision, resolve, undo } from './admin-commands.ts'
import { choose, paymentTargets, place, topUp } from './buying-commands.ts'
import { violations, violationsAtRest } from './invariants.ts'
import { type ModelEnvironment, noPublisher, openModelEnvironment } from './model-environment.ts'
import {
  checkPayments,
  gatewayBreaks,
  gatewayNames,
  pay,
  payAndNotify,
  sendGatewayCallback,
  sendWebhook,
  setGatewayAnswer,
} from './money-commands.ts'
import { redeem } from './points-commands.ts'
import { exceptionsAtRest } from './reconciliation-check.ts'
import {
  advance,
  failLookups,
  replay,
  sendMoogoldCallback,
  sweepAll,
  sweeps,
  wipeRedisAndRestart,
  work,
} from './work-commands.ts'

/** More runs search further: `MODEL_RUNS=500 MODEL_SEED=7 npx vitest run tests/services/model`. */
const numRuns = Number(process.env.MODEL_RUNS ?? 12)
const seed = Number(process.env.MODEL_SEED ?? 20_261_121)

let environment: ModelEnvironment

beforeAll(async () => {
  environment = await openModelEnvironment()
})
afterAll(() => environment.service.stop())

/** Faults and events outside the service. */
const externalEvents = fc.oneof(
  setGatewayAnswer,
  gatewayNames,
  gatewayBreaks,
  failLookups,
  sendMoogoldCallback,
)

const anything = [
  place,
  place,
  place,
  place,
  place,
  topUp,
  payAndNotify,
  payAndNotify,
  payAndNotify,
  pay,
  sendGatewayCallback,
  checkPayments,
  work,
  work,
  work,
  work,
  work,
  replay,
  wipeRedisAndRestart,
  sweeps,
  advance,
  advance,
  externalEvents,
  externalEvents,
  resolve,
  resolve,
  adminDecision,
  adminDecision,
  undo,
  choose,
  choose,
  redeem,
]

/** Ends all faults, delivers every callback, and lets time pass until no task is left. */
async function finishAllTasks(): Promise<void> {
  const { service, queue, deps } = environment
  await service.simulators.reset('faults')
  await noPublisher(service.simulators)
  for (let step = 0; step < 200; step += 1) {
    await queue.runDue(deps, 1)
    const next = Math.min(...queue.waiting().map((job) => job.at.getTime()))
    if (Number.isFinite(next)) environment.advance(Math.max(1, next - deps.clock.now().getTime()))
    else if ((await sweepAll(environment)) === 0 && !(await hasPendingTasks())) return
  }
}

/** The sweeper enqueues due tasks with a lost job. */
async function hasPendingTasks(): Promise<boolean> {
  for (const { model, path } of dueTasks) {
    const ahead = await model.findOne({ [`${path}.at`]: { $ne: null } }).sort({ [`${path}.at`]: 1 })
    if (!ahead) continue
    const at: Date = ahead.get(`${path}.at`)
    environment.advance(Math.max(1, at.getTime() - environment.deps.clock.now().getTime() + 1))
    return true
  }
  return false
}

it(`keeps every invariant through ${numRuns} command sequences (seed ${seed})`, {
  timeout: 60_000 + numRuns * 10_000,
}, async () => {
  const sequence = fc.array(fc.oneof(...anything), { minLength: 14, maxLength: 20, size: 'max' })
  const property = fc.asyncProperty(sequence, async (commands) => {
    await environment.reset()
    for (const one of commands) await one.run(environment)
    for (const one of await paymentTargets(environment)) {
      const id = one._id
      for (let times = 0; times < 1 + (one.payment?.captures.length ?? 0); times += 1)
        await sendWebhook(environment, id)
    }
    await finishAllTasks()
    expect([...(await violations(environment)), ...(await violationsAtRest(environment))]).toEqual([])
    expect(await exceptionsAtRest(environment)).toEqual([])
  })
  await fc.assert(property, { numRuns, seed, unbiased: true })
})
