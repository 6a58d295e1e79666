import { sleep, waitFor } from '../environment/wait.ts'
import {
  expectOfEach,
  isBoughtOnce,
  isComplete,
  isRequestedOnce,
  type Probed,
  probeOrder,
  probePlayer,
  readProbes,
} from './probe.ts'
import type { Stage } from './scenario.ts'

/** The durations of `.env.example` at full length, because job locks have theirs: 5 s. */
export const productionTimes = {
  SUPPLIER_TIMEOUT_MS: '60000',
  SUPPLIER_LATE_MS: '30000',
  BALANCE_SETTLE_MS: '60000',
}

/** Fifteen seconds after our time-out. */
const actsAfterMs = 75_000
/** Until a supplier acts, its balance is read twice, and the orders that waited for that are bought. */
const comesToRestMs = 300_000

/** One supplier with a lookup, and one without. */
const listings = ['diamonds', 'diamonds', 'diamonds', 'crystals', 'crystals', 'crystals'] as const

/**
 * Places orders that suppliers are late with.
 * @returns their ids, once each call is in flight
 */
export async function placeLate(stage: Stage): Promise<string[]> {
  const { environment, note } = stage
  const faultOf = (index: number) => ({
    outcome: 'ok',
    delayMs: actsAfterMs,
    match: { userid: probePlayer(index) },
  })
  for (const vendor of ['smileone', 'moogold'] as const)
    await environment.simulators.control(vendor, { next: listings.map((_listing, index) => faultOf(index)) })
  const ids = await Promise.all(listings.map((listing, index) => probeOrder(stage, index, listing)))
  const areInFlight = async () => {
    const probes = await readProbes(stage, ids)
    return probes.length === ids.length && probes.every(({ order }) => order.units[0]?.state === 'sending')
  }
  await waitFor('the calls are in flight', areInFlight, { limitMs: 20_000 })
  note(`${ids.length} purchases are in flight, to be made ${actsAfterMs} ms after they were asked for`)
  return ids
}

/**
 * Waits for the end of these orders, and expects that each was bought late and once, and needed no person.
 */
export async function expectLateDeliveries(stage: Stage, ids: string[]): Promise<void> {
  // A repeated purchase is settled before the late one is made.
  const first = await readProbes(stage, ids)
  const lastAt = Math.max(...first.map(({ order }) => order.createdAt.getTime()))
  await sleep(Math.max(0, lastAt + actsAfterMs + 3_000 - Date.now()))
  await stage.settled(comesToRestMs)
  const lateBy = ({ order, bought }: Probed) => (bought[0]?.at.getTime() ?? 0) - order.createdAt.getTime()
  await expectOfEach(stage, ids, {
    'was not bought once': isBoughtOnce,
    'was not bought late': (one) => lateBy(one) >= actsAfterMs,
    'was asked for again': isRequestedOnce,
    'is not complete': isComplete,
  })
  const probes = await readProbes(stage, ids)
  const waited = probes.map(({ order }) => Number(order.completedAt) - order.createdAt.getTime())
  stage.recovered(`bought after ${actsAfterMs} ms, and complete after`, Math.max(...waited))
}
