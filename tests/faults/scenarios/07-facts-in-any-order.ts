import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { personOf } from '../../support/person.ts'
import type { ListingName } from '../../support/shop.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { ask, type CustomerRequest } from '../load/customer.ts'
import type { OrderWish } from '../load/plan.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

/** The claims about an order, and the facts, in any order. */
const claims = ['created', 'success', 'failure', 'refunded'] as const
const facts = ['created', 'paid', 'expired', 'refunded'] as const

/**
 * Callbacks that claim created, paid, expired and refunded in every order, and the same as facts: paid,
 * closed by the gateway, refunded by an admin. The load adds late, duplicate and different amounts.
 */
export const factsInAnyOrder: Scenario = {
  number: 7,
  title: 'created, paid, expired, refunded in every order; late, double and wrong money',
  quick: false,
  environment: { customers: 24 },
  async run(stage) {
    const { load, settled, count, note, expect } = stage
    await load({
      mix: 'every',
      spreadMs: count * 80,
      count: Math.max(20, count - 72),
      admin: false,
    })
    note('every order of claims about paid and unpaid orders')
    const all = permutations(claims)
    const paid = await Promise.all(
      all.map((order, index) => sendClaims(stage, order, { index, isPaid: true })),
    )
    const unpaid = await Promise.all(
      all.map((order, index) => sendClaims(stage, order, { index: 100 + index, isPaid: false })),
    )
    note('every order of the facts')
    const results = await Promise.all(
      permutations(facts).map((order, index) => happen(stage, order, 200 + index)),
    )
    for (const one of [...paid, ...unpaid, ...results]) stage.addRequest(one)
    await settled()
    expect(
      (await ends(stage, paid)) === 'Completed, 0 credited',
      `paid, whatever was claimed: ${await ends(stage, paid)}`,
    )
    expect(
      (await ends(stage, unpaid)) === 'Failed, 0 credited',
      `unpaid, whatever was claimed: ${await ends(stage, unpaid)}`,
    )
    expect(
      (await ends(stage, results)) === 'Refunded, 34500 credited',
      `paid, closed, refunded: ${await ends(stage, results)}`,
    )
  },
}

/** The distinct results, as text: one, when the order of events makes no difference. */
async function ends({ environment }: Stage, asked: CustomerRequest[]): Promise<string> {
  const _id = { $in: asked.map((one) => one.ids[0] ?? '') }
  const orders = await environment.db.collection<OrderDoc>('orders').find({ _id }).toArray()
  const words = new Set(orders.map((order) => `${order.status}, ${order.creditedPaise} credited`))
  return orders.length === asked.length
    ? [...words].sort().join(' or ')
    : `${orders.length} of ${asked.length} orders`
}

async function place(stage: Stage, listing: ListingName, index: number): Promise<CustomerRequest> {
  const { customers } = stage.environment.shop
  const wish: OrderWish = {
    ...({ kind: 'order', trouble: 'none', copies: 1, atMs: 0, paying: 'now' } as const),
    listing,
    index,
    player: String(700_000_000 + index),
    customer: index % customers.length,
  }
  const request = await ask(stage.environment, wish)
  stage.expect(
    request.ids.length === 1,
    `an order of the permutations was not taken: ${request.refused ?? 'no answer'}`,
  )
  return request
}

async function sendClaims(
  stage: Stage,
  order: readonly string[],
  { index, isPaid }: { index: number; isPaid: boolean },
): Promise<CustomerRequest> {
  const request = await place(stage, index % 2 === 0 ? 'diamonds' : 'crystals', index)
  const id = request.ids[0] ?? ''
  if (isPaid)
    await stage.environment.simulators.control('upigateway', { pay: { client_txn_id: id, afterMs: 50 } })
  for (const status of order) {
    const body = new URLSearchParams({ client_txn_id: id, status, amount: '345', upi_txn_id: `40${index}` })
    const response = await fetch(`${stage.environment.apiUrls[0]}/api/webhooks/upigateway`, {
      method: 'POST',
      body,
    })
    stage.expect(response.ok, `a callback that claims ${status} was answered with ${response.status}`)
    await response.arrayBuffer()
    await sleep(stage.random.below(60))
  }
  return request
}

/** A refund that comes too early is refused, and repeated at the end, as an admin would. */
async function happen(
  stage: Stage,
  order: readonly (typeof facts)[number][],
  index: number,
): Promise<CustomerRequest> {
  const request = await place(stage, 'manual', index)
  const id = request.ids[0] ?? ''
  for (const fact of order) {
    await bringAbout(stage, fact, id)
    await sleep(stage.random.below(150))
  }
  const status = async () =>
    (await stage.environment.db.collection<OrderDoc>('orders').findOne({ _id: id }))?.status
  await waitFor(`${id} is past Created`, async () => (await status()) !== 'Created', { limitMs: 20_000 })
  await waitFor(
    `${id} is Refunded`,
    async () => {
      if ((await status()) === 'Refunded') return true
      await refund(stage, id)
      return false
    },
    { limitMs: 20_000, everyMs: 300 },
  )
  return request
}

function bringAbout(stage: Stage, fact: (typeof facts)[number], id: string): Promise<void> {
  const { simulators } = stage.environment
  switch (fact) {
    case 'created':
      return simulators.control('upigateway', { scan: { client_txn_id: id } })
    case 'paid':
      return simulators.pay(id)
    case 'expired':
      return closeUnlessPaid(stage, id)
    case 'refunded':
      return refund(stage, id)
    default:
      return fact satisfies never
  }
}

/** A gateway closes unpaid payments; paid ones stay paid. */
async function closeUnlessPaid({ environment: { simulators } }: Stage, id: string): Promise<void> {
  const journal = await simulators.journal('upigateway')
  const isPaid = journal.some((entry) => entry.kind === 'captured' && entry.client_txn_id === id)
  if (!isPaid) await simulators.control('upigateway', { fail: { client_txn_id: id } })
}

async function refund({ environment }: Stage, id: string): Promise<void> {
  const order = await environment.db.collection<OrderDoc>('orders').findOne({ _id: id })
  const body = { to: 'Refunded' as const, version: Number(order?.version ?? 0), reason: 'changed my mind' }
  const call = { params: { id }, body, idempotencyKey: randomUUID() }
  await personOf(environment.apiUrls[0]!, environment.shop.admin.token)
    .call(admin.transitionOrder, call)
    .catch(() => undefined)
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}
