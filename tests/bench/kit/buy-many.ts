import { randomUUID } from 'node:crypto'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import type { BenchShop, Buyer } from './bench-shop.ts'
import { type RequestResults, requestMany } from './request-many.ts'
import { percentile } from './rows.ts'
import { until } from './until.ts'

export type BenchItem = { product_id: string; itemid: number; input1: string; input2: string }

/**
 * MooGold's items are bought without a player check; Smile.one's players are checked once each; manual
 * delivery waits for a person.
 */
export const benchItems = {
  moogold: { product_id: 'genshin-impact', itemid: 1301, input1: '800000001', input2: 'Asia' },
  smileone: { product_id: 'mobile-legends', itemid: 1001, input1: '123456789', input2: '1234' },
  manual: { product_id: 'sitara-plus', itemid: 3001, input1: 'page@mail.test', input2: '9000000001' },
} satisfies Record<string, BenchItem>

/**
 * Times in ms; `perSecond` until the last order was Completed and its customer notified,
 * `acceptedPerSecond` until the last was acknowledged.
 */
export type Bought = {
  count: number
  perSecond: number
  acceptedPerSecond: number
  replyP50: number
  replyP99: number
}

type Buying = { buyers: readonly Buyer[]; count: number; what: BenchItem }

const timeoutMs = 300_000

/**
 * Places `count` wallet orders.
 * @returns their ids, the time of each, and the total time
 */
export async function placeMany(
  { stack }: Pick<BenchShop, 'stack'>,
  { buyers, count, what }: Buying,
): Promise<{ ids: string[]; asked: RequestResults }> {
  const urls = stack.apiUrls.map((api) => new URL(`/api${createWalletOrder.path}`, api))
  const results = await requestMany({ count, clients: buyers.length }, (client) => {
    const { userid, token } = buyers[client] as Buyer
    return {
      url: urls[client % urls.length] as URL,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...what, userid, paymentmode: 'wallet', key: 'storefront' }),
    }
  })
  const ids = results.texts.map((text) => (JSON.parse(text) as { client_txn_id: string }).client_txn_id)
  if (new Set(ids).size !== ids.length) throw new CliError('Two requests were answered with one order.')
  return { ids, asked: results }
}

/**
 * Places `count` wallet orders, each client its next when the previous one was answered, and waits until
 * the last is delivered and its customer notified.
 * @throws CliError when one was rejected, lost, duplicated or not delivered: such a run has no throughput
 */
export async function buyMany(shop: Pick<BenchShop, 'stack'>, buying: Buying): Promise<Bought> {
  const startedAt = Date.now()
  const { ids, asked } = await placeMany(shop, buying)
  const elapsedMs = (await whenNotified(ids)) - startedAt
  const { count } = buying
  return {
    count,
    perSecond: (count * 1_000) / elapsedMs,
    acceptedPerSecond: (count * 1_000) / asked.tookMs,
    replyP50: Math.round(percentile(asked.times, 0.5)),
    replyP99: Math.round(percentile(asked.times, 0.99)),
  }
}

/** In ms: from the request to its answer, and from the payment to the delivery. */
export type AloneTimes = { 'placed → answered': number[]; 'paid → Completed': number[] }

/** Places orders one by one, each when nothing is left to do for the one before. */
export async function buyOneByOne(
  shop: Pick<BenchShop, 'stack'>,
  { buyer, count, what }: { buyer: Buyer; count: number; what: BenchItem },
): Promise<AloneTimes> {
  const answered: number[] = []
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const placed = await placeMany(shop, { buyers: [buyer], count: 1, what })
    await untilNothingIsLeft(placed.ids, 25)
    ids.push(...placed.ids)
    answered.push(...placed.asked.times)
  }
  const orders = await OrderModel.find({ _id: { $in: ids } })
    .select<{ processingAt: Date; completedAt: Date }>('processingAt completedAt')
    .lean()
  return {
    'placed → answered': answered,
    'paid → Completed': orders.map(
      ({ processingAt, completedAt }) => completedAt.getTime() - processingAt.getTime(),
    ),
  }
}

/**
 * Waits until the last of them is delivered and its customer notified.
 * @returns when it was Completed and its mail recorded as accepted, by the shop's clock
 * @throws CliError when one was not
 */
export async function whenNotified(ids: string[]): Promise<number> {
  await untilNothingIsLeft(ids)
  const [last] = await OrderModel.aggregate<{ at: Date }>([
    { $match: { _id: { $in: ids } } },
    { $project: { at: { $last: '$history.at' } } },
    { $group: { _id: null, at: { $max: '$at' } } },
  ])
  // The baseline's calls end with the mail, too.
  const [notified] = await OrderModel.aggregate<{ at: Date; orders: number }>([
    { $match: { _id: { $in: ids } } },
    { $unwind: '$notifications' },
    { $match: { 'notifications.id': /mail$/, 'notifications.status': 'accepted' } },
    { $group: { _id: '$_id', at: { $max: '$notifications.since' } } },
    { $group: { _id: null, at: { $max: '$at' }, orders: { $sum: 1 } } },
  ])
  if (notified?.orders !== ids.length) {
    throw new CliError(
      `Of ${ids.length} customers ${notified?.orders ?? 0} were told by mail; this run has no throughput.`,
    )
  }
  return Math.max(last?.at.getTime() ?? 0, notified.at.getTime())
}

async function untilNothingIsLeft(ids: string[], everyMs = 500): Promise<void> {
  const ended = { _id: { $in: ids }, status: 'Completed' as const, 'due.notify.at': null }
  let done = 0
  const countPending = async () => {
    done = await OrderModel.countDocuments(ended)
    return done === ids.length
  }
  const late = () =>
    `Of ${ids.length} orders ${done} were completed with nothing left to tell; this run has no throughput.`
  await until(countPending, { everyMs, timeoutMs, late })
}
