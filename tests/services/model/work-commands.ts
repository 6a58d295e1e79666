import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import fc from 'fast-check'
import { command } from './command.ts'
import type { CrashPoint, ModelEnvironment } from './model-environment.ts'

type Working = { fault: string; death: CrashPoint; times: 1 | 2 }

/** Outcomes of the next purchases at the suppliers, where one word is not enough. */
const refusal = { outcome: 'refuse', code: '118', message: 'This product is blocked' }
const ends: Record<string, { smile: unknown[]; moogold?: unknown[] }> = {
  refuse: { smile: [refusal] },
  'refuse the second': { smile: [{ outcome: 'ok' }, refusal] },
  'lose the second': { smile: [{ outcome: 'ok' }, { outcome: 'reset' }] },
  'refuse for now': { smile: [{ outcome: 'refuse', code: '111', message: 'Insufficient balance' }] },
  'give back': { smile: [], moogold: [{ outcome: 'ok', statuses: ['processing', 'refunded'] }] },
}

/** Runs the queue's jobs, perhaps with a failing supplier, a worker crash, or each job twice at once. */
export const work = fc
  .record<Working>({
    fault: fc.constantFrom(
      ...['ok', 'ok', 'ok', 'ok', 'ok', 'refuse', 'refuse the second', 'lose the second', 'refuse for now'],
      ...['give back', 'reset', 'reset_accepted'],
      ...['http500_accepted', 'html', 'cut_json', 'no_id', 'timeout_accepted', 'timeout_lost'],
    ),
    death: fc.constantFrom('none', 'none', 'none', 'none', 'before_call', 'after_call'),
    times: fc.constantFrom(1, 1, 2),
  })
  .map((working) => command(`work ${JSON.stringify(working)}`, (environment) => doWork(environment, working)))

async function doWork(environment: ModelEnvironment, { fault, death, times }: Working): Promise<void> {
  environment.death = death
  if (fault !== 'ok') await planFault(environment, fault)
  await environment.queue.runDue(environment.deps, times)
  environment.death = 'none'
}

async function planFault({ service }: ModelEnvironment, fault: string): Promise<void> {
  const { smile, moogold = smile } = ends[fault] ?? { smile: [{ outcome: fault }] }
  await service.simulators.control('smileone', { next: smile })
  await service.simulators.control('moogold', { next: moogold })
}

export const failLookups = fc
  .constantFrom('reset', 'http500', 'cut_json')
  .map((outcome) =>
    command(`MooGold's next look-up: ${outcome}`, ({ service }) =>
      service.simulators.control('moogold', { next: { call: 'order/order_detail_partner_id', outcome } }),
    ),
  )

export const replay = fc.nat({ max: 30 }).map((pick) =>
  command(`job ${pick} again`, async ({ queue, deps }) => {
    const job = queue.ran()[pick % Math.max(1, queue.ran().length)]
    if (job) await queue.run(deps, job)
  }),
)

export const sendMoogoldCallback = fc.nat({ max: 9 }).map((pick) =>
  command(`MooGold calls back about ${pick}`, async ({ service }) => {
    const known = await OrderModel.distinct('units.supplierOrderId')
    const body = JSON.stringify({
      status: 'completed',
      order_id: known[pick % Math.max(1, known.length)] ?? 1,
    })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${service.url}/api/webhooks/moogold`, { method: 'POST', body, headers })
  }),
)

export async function sweepAll({ deps }: ModelEnvironment): Promise<number> {
  let queued = 0
  for (const one of dueTasks) queued += (await sweep(one, deps, 0)).queued
  return queued
}

export const sweeps = fc.constant(command('the sweeper runs', sweepAll))

/** Redis loses all data, and a worker restarts. */
export const wipeRedisAndRestart = fc.constant(
  command('Redis is wiped and the workers start again', async (environment) => {
    environment.queue.lose()
    await sweepAll(environment)
    await environment.queue.runDue(environment.deps, 1)
  }),
)

const minuteMs = 60_000
export const advance = fc
  .constantFrom(
    5_000,
    25_000,
    2 * minuteMs,
    12 * minuteMs,
    31 * minuteMs,
    7 * 60 * minuteMs,
    25 * 60 * minuteMs,
  )
  .map((ms) => command(`${ms / 1000} s pass`, async (environment) => environment.advance(ms)))
