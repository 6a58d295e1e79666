import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { Refusal } from '../../refusal.ts'
import type { BenchShop, Buyer } from './bench-shop.ts'

export type Goods = { product_id: string; itemid: number; input1: string; input2: string }

/** MooGold's goods are bought without asking whose account it is; Smile.one's players are asked for once each. */
export const goods = {
  moogold: { product_id: 'genshin-impact', itemid: 1301, input1: '800000001', input2: 'Asia' },
  smileone: { product_id: 'mobile-legends', itemid: 1001, input1: '123456789', input2: '1234' },
} satisfies Record<string, Goods>

/** Times in ms; `perSecond` until the last was Completed, `acceptedPerSecond` until the last was said yes to. */
export type Bought = {
  count: number
  perSecond: number
  acceptedPerSecond: number
  replyP50: number
  replyP99: number
}

const patienceMs = 300_000

/**
 * Places so many wallet orders, each client its next when the one before was answered, and waits until the last is
 * delivered and its customer told.
 * @throws a Refusal when one was refused, lost, doubled or not delivered: such a run has no throughput
 */
export async function buyMany(
  { stack }: BenchShop,
  { buyers, count, what }: { buyers: readonly Buyer[]; count: number; what: Goods },
): Promise<Bought> {
  const agent = new Agent({ keepAlive: true, maxSockets: buyers.length })
  const urls = stack.apiUrls.map((api) => new URL(`/api${createWalletOrder.path}`, api))
  const ids: string[] = []
  const replies: number[] = []
  const startedAt = Date.now()
  let next = 0
  const client = async ({ userid, token }: Buyer, index: number) => {
    const url = urls[index % urls.length] as URL
    while (next < count) {
      next += 1
      const askedAt = performance.now()
      const body = JSON.stringify({ ...what, userid, paymentmode: 'wallet', key: 'storefront' })
      ids.push(await post(url, { agent, body, token }))
      replies.push(performance.now() - askedAt)
    }
  }
  await Promise.all(buyers.map(client))
  const acceptedMs = Date.now() - startedAt
  agent.destroy()
  const completedMs = (await whenCompleted(ids)) - startedAt
  replies.sort((a, b) => a - b)
  const at = (part: number) => Math.round(replies[Math.floor((replies.length - 1) * part)] ?? Number.NaN)
  return {
    ...{ count, perSecond: (count * 1_000) / completedMs, acceptedPerSecond: (count * 1_000) / acceptedMs },
    ...{ replyP50: at(0.5), replyP99: at(0.99) },
  }
}

/** @returns the order's id */
function post(
  url: URL,
  { agent, body, token }: { agent: Agent; body: string; token: string },
): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (reply.statusCode === 200) resolve((JSON.parse(text) as { client_txn_id: string }).client_txn_id)
        else reject(new Refusal(`An order was answered with ${reply.statusCode}: ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** @returns when the last of them became Completed, by the shop's clock */
async function whenCompleted(ids: string[]): Promise<number> {
  if (new Set(ids).size !== ids.length) throw new Refusal('Two requests were answered with one order.')
  const ofThese = { _id: { $in: ids } }
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const done = await OrderModel.countDocuments({ ...ofThese, status: 'Completed', 'due.notify.at': null })
    if (done === ids.length) break
    await sleep(500)
  }
  const [last] = await OrderModel.aggregate<{ at: Date; completed: number }>([
    { $match: { ...ofThese, status: 'Completed' } },
    { $project: { at: { $last: '$history.at' } } },
    { $group: { _id: null, at: { $max: '$at' }, completed: { $sum: 1 } } },
  ])
  if (last?.completed !== ids.length) {
    throw new Refusal(
      `Of ${ids.length} orders ${last?.completed ?? 0} were completed; this run has no throughput.`,
    )
  }
  return last.at.getTime()
}
