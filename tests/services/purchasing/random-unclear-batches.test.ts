import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { explainBatch } from '@jhatpat/shared/domain/orders/unclear/explain-batch.ts'
import {
  type IUnclearBatch,
  syncPriceLists,
  UnclearBatchModel,
} from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from '../../faults/environment/random.ts'
import { buy, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, listingInputs } from '../../support/shop.ts'

/** `BATCHES=200 BATCH_SEED=1 npx vitest run --project services tests/services/purchasing/random-unclear-batches.test.ts` */
const batches = Number(process.env.BATCHES ?? 15)
const seed = Number(process.env.BATCH_SEED ?? 20_261_128)

let service: Service
const listings: Listing[] = []

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '400', SUPPLIER_LATE_MS: '100', BALANCE_SETTLE_MS: '300' },
  })
  const { diamonds } = await insertShop()
  listings.push(diamonds)
  for (const id of ['23', '25', '16642'])
    listings.push(
      await insertProductWithItem(
        { ...listingInputs.diamonds.product, name: `Pack ${id}` },
        { name: `Pack ${id}`, id },
      ),
    )
  await syncPriceLists(service.deps)
})
afterAll(() => service.stop())

type Purchase = { id: string; player: string; isLost: boolean; hasArrived: boolean }

const random = createRandom(seed)

/** One to six purchases with lost answers, each executed or not, and up to three that are answered. */
async function place(batch: number): Promise<Purchase[]> {
  const first = 870_000_000 + batch * 100
  const lost = Array.from({ length: 1 + random.below(6) }, (_, index) => ({
    player: String(first + index),
    isLost: true,
    hasArrived: random.below(2) === 0,
  }))
  const clear = Array.from({ length: random.below(4) }, (_, index) => ({
    player: String(first + 50 + index),
    isLost: false,
    hasArrived: true,
  }))
  const users = lost.map(({ player, hasArrived }) => [
    player,
    // The first call only: a second attempt is answered.
    { outcome: hasArrived ? 'timeout_accepted' : 'timeout_lost', orders: 'odd' },
  ])
  await service.simulators.control('smileone', { users: Object.fromEntries(users) })
  const user = await insertCustomer()
  await giveMoney(user, 10 * 34_500)
  const asha = await service.as(user)
  return Promise.all(
    [...lost, ...clear].map(async (one) => {
      const body = orderBody(user, random.pick(listings), { input1: one.player, paymentmode: 'wallet' })
      return { ...one, id: await buy(asha, body) }
    }),
  )
}

const isActionNeeded = ({ pendingReason, units }: OrderDoc) =>
  pendingReason?.kind === 'outcome_unknown' && units[0]?.state === 'unknown' && units[0].batch === 0

/** Whether each order, in the purchases' order, is left to an admin; the others are Completed. */
async function ends(purchases: readonly Purchase[]): Promise<boolean[]> {
  const read = async ({ id }: Purchase) => {
    const order = (await OrderModel.findById(id).lean<OrderDoc>()) as OrderDoc
    return { needsAction: isActionNeeded(order), status: order.status, state: order.units[0]?.state }
  }
  const ended = await until(
    async () => {
      // Only answers are lost: the supplier is available, and its account must not go into cooldown.
      await recordAvailability(service.deps, 'SMILEBR', { begunAt: performance.now(), isAnswered: true })
      return Promise.all(purchases.map(read))
    },
    (orders) => orders.every(({ needsAction, status }) => needsAction || status === 'Completed'),
    30_000,
  )
  return ended.map(({ needsAction }) => needsAction)
}

type End = 'all' | 'none' | 'inParts' | 'byPersons'

/** The sets shown for each purchase include what really happened. */
async function checkCards(batch: number, purchases: readonly Purchase[]): Promise<void> {
  const executed = new Map(purchases.map(({ id, hasArrived }) => [id, hasArrived]))
  const cards = await UnclearBatchModel.find({ isOpen: true }).lean<IUnclearBatch[]>()
  for (const card of cards.filter(({ unclear }) => unclear.some(({ orderId }) => executed.has(orderId)))) {
    const explained = explainBatch(card, ({ orderId }) => executed.get(orderId))
    expect({ batch, seed, explained }).toMatchObject({ explained: { kind: 'sets', count: 1 } })
  }
}

/** Compares a batch with what the supplier did. @returns how it was settled */
function check(batch: number, purchases: readonly Purchase[], waiting: readonly boolean[]): End {
  for (const [index, { player, hasArrived }] of purchases.entries()) {
    const times = soldTo(service, 'smileone', player).length
    const what = { batch, seed, player, hasArrived, needsAction: waiting[index] }
    // Where an admin decides, as often as the supplier acted by itself.
    expect({ ...what, times }).toEqual({ ...what, times: what.needsAction && !hasArrived ? 0 : 1 })
  }
  const lost = purchases.filter(({ isLost }) => isLost)
  const arrived = lost.filter(({ hasArrived }) => hasArrived).length
  const needAction = waiting.filter(Boolean).length
  if (arrived > 0 && arrived < lost.length) return needAction > 0 ? 'byPersons' : 'inParts'
  expect({ batch, seed, arrived, needAction }).toMatchObject({ needAction: 0 })
  return arrived > 0 ? 'all' : 'none'
}

it(`settles what the balance proves in ${batches} random batches, none wrongly and nothing twice`, {
  timeout: batches * 20_000,
}, async () => {
  const settled: Record<End, number> = { all: 0, none: 0, inParts: 0, byPersons: 0 }
  for (let batch = 0; batch < batches; batch += 1) {
    const purchases = await place(batch)
    settled[check(batch, purchases, await ends(purchases))] += 1
    await checkCards(batch, purchases)
  }
  expect(settled.all).toBeGreaterThan(0)
  expect(settled.none).toBeGreaterThan(0)
  expect(settled.byPersons).toBeGreaterThan(0)
  expect((await verifyBalances()).faults).toEqual([])
  console.info(`${batches} batches, seed ${seed}: ${JSON.stringify(settled)}`)
})
