import { createOrder, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import type { BenchShop, Buyer } from '../kit/bench-shop.ts'
import { benchItems, placeMany, whenNotified } from '../kit/buy-many.ts'
import { type BenchReply, type BenchRequest, requestAtRate, requestMany } from '../kit/request-many.ts'
import { percentile } from '../kit/rows.ts'

/** p95 in ms of calls that customers and the gateway make whatever the load is. */
export type ProbeTimes = { read: number; callback: number; samples: number }

export type Probes = {
  /** Measures while `work` runs. @throws CliError when a call fails */
  during<T>(work: () => Promise<T>): Promise<{ result: T; times: ProbeTimes }>
  /** Number of unpaid orders that they are about. */
  unpaid: number
}

/** Of each kind: enough for a p95 in a few seconds, and next to no load. */
const perSecond = 20
const unpaidOrders = 40

/** Reads a paid order, as its page does, and sends the gateway's callback about unpaid ones. */
export async function prepareProbes(shop: BenchShop): Promise<Probes> {
  const api = shop.stack.apiUrls[0] as string
  const buyer = shop.buyers[0] as Buyer
  const what = benchItems.moogold
  const { ids } = await placeMany(shop, { buyers: [buyer], count: 1, what })
  await whenNotified(ids)
  const unpaid = await placeUnpaid(api, shop.family)
  const read = readOrder(api, buyer, String(ids[0]))
  const kinds = [
    () => read,
    (index: number) => callbackAbout(api, unpaid[index % unpaid.length] as string),
  ] as const
  return {
    unpaid: unpaid.length,
    during: async (work) => {
      const ended = new AbortController()
      const rate = { perSecond, seconds: Number.POSITIVE_INFINITY, signal: ended.signal, connections: 20 }
      const probes = kinds.map((make) => requestAtRate(rate, make))
      const result = await work().finally(() => ended.abort())
      const [reads = [], callbacks = []] = await Promise.all(probes)
      return {
        result,
        times: { read: p95Of(reads), callback: p95Of(callbacks), samples: reads.length + callbacks.length },
      }
    },
  }
}

function p95Of(replies: readonly BenchReply[]): number {
  const failed = replies.find(({ status }) => status !== 200)
  if (failed)
    throw new CliError(`A call that places nothing was answered with ${failed.status}: ${failed.text}`)
  return percentile(
    replies.map(({ ms }) => ms),
    0.95,
  )
}

function readOrder(api: string, { token }: Buyer, client_txn_id: string): BenchRequest {
  return {
    url: new URL(`/api${orderStatus.path}`, api),
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ client_txn_id, date: istDay(new Date()), key: 'storefront' }),
  }
}

const callbackAbout = (api: string, client_txn_id: string): BenchRequest => ({
  url: new URL('/api/webhooks/upigateway', api),
  body: JSON.stringify({ client_txn_id, status: 'success' }),
})

async function placeUnpaid(api: string, { userid, token }: Buyer): Promise<string[]> {
  const body = JSON.stringify({ ...benchItems.moogold, userid, paymentmode: 'upi', key: 'storefront' })
  const { texts } = await requestMany({ count: unpaidOrders, clients: 4 }, () => ({
    url: new URL(`/api${createOrder.path}`, api),
    headers: { authorization: `Bearer ${token}` },
    body,
  }))
  return texts.map((text) => (JSON.parse(text) as { data: { client_txn_id: string } }).data.client_txn_id)
}
