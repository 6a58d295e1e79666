/** Places orders at a fixed rate, in a process of its own, so that it does not delay what is measured. */
import { randomUUID } from 'node:crypto'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import type { Buyer } from '../kit/bench-shop.ts'
import type { BenchItem } from '../kit/buy-many.ts'
import { answerQuestions } from '../kit/helper.ts'
import { requestAtRate } from '../kit/request-many.ts'

export type Load = { api: string; buyers: Buyer[]; what: BenchItem; perSecond: number; seconds: number }

/** `refused` with 503; `failed` are all others that did not place an order. Times in ms. */
export type LoadResult = { placed: string[]; placedMs: number[]; refusedMs: number[]; failed: string[] }

answerQuestions(async ({ api, buyers, what, perSecond, seconds }: Load): Promise<LoadResult> => {
  const url = new URL(`/api${createWalletOrder.path}`, api)
  const replies = await requestAtRate({ perSecond, seconds, connections: 1_000 }, (index) => {
    const { userid, token } = buyers[index % buyers.length] as Buyer
    return {
      url,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...what, userid, paymentmode: 'wallet', key: 'storefront' }),
    }
  })
  const placed = replies.filter(({ status }) => status === 200)
  return {
    placed: placed.map(({ text }) => (JSON.parse(text) as { client_txn_id: string }).client_txn_id),
    placedMs: placed.map(({ ms }) => ms),
    refusedMs: replies.filter(({ status }) => status === 503).map(({ ms }) => ms),
    failed: replies.filter(({ status }) => status !== 200 && status !== 503).map(({ text }) => text),
  }
})
