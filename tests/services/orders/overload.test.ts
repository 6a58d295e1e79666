import { randomUUID } from 'node:crypto'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances, WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel, idempotencyKeyId } from '@jhatpat/shared/platform/idempotency-model.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person, RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const atOnce = 4
const placed = 345

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({
    env: { ORDERS_AT_ONCE: String(atOnce), LIMIT_ORDERS: '1000', GATEWAY_CREATE_TIMEOUT_MS: '20000' },
  })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000_00)
})

/** An open transaction on a wallet: debits from it are tried again until it ends. */
async function lockWallet({ _id }: IUser): Promise<{ unlock(): Promise<void> }> {
  const holder = await mongoose.connection.startSession()
  holder.startTransaction()
  await WalletModel.updateOne({ _id }, { $inc: { version: 1 } }, { session: holder })
  return {
    unlock: async () => {
      await holder.abortTransaction()
      await holder.endSession()
    },
  }
}

const placeRaw = (key: string): Promise<RawReply> =>
  asha.request(`/api${createWalletOrder.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(orderBody(user, shop.manual, { paymentmode: 'wallet' })),
  })

const callbackAbout = (client_txn_id: string): Promise<RawReply> =>
  service.guest.request('/api/webhooks/upigateway', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_txn_id }),
  })

const keysOf = (count: number) => Array.from({ length: count }, () => randomUUID())
const ordersOf = ({ _id }: IUser) => OrderModel.countDocuments({ userId: _id })

/** Places with each key. `refused` resolves when all but those that can run have their reply. */
function flood(keys: readonly string[]) {
  const replies = new Map<string, RawReply>()
  const all = Promise.all(
    keys.map(async (key) => {
      replies.set(key, await placeRaw(key))
    }),
  )
  const refused = until(
    async () => [...replies.values()].filter(({ status }) => status === 503).length,
    (count) => count === keys.length - atOnce,
  )
  return { replies, all, refused }
}

describe('more orders than the process can place', () => {
  it('do not include those that wait for the payment gateway', async () => {
    await service.simulators.control('upigateway', { replyDelayMs: 3_000 })
    const waiting = Array.from({ length: 2 * atOnce }, () => buy(asha, orderBody(user, shop.manual)))
    await until(
      () => OrderModel.countDocuments({ userId: user._id, paymentmode: 'upi' }),
      (count) => count === waiting.length,
    )
    expect((await placeRaw(randomUUID())).status).toBe(200)
    expect(await OrderModel.countDocuments({ userId: user._id, 'payment.attempts.state': 'open' })).toBe(0)
    expect(new Set(await Promise.all(waiting)).size).toBe(waiting.length)
  })

  it('do not include those that wait for the supplier’s player check', async () => {
    const count = 2 * atOnce
    const slow = { call: 'getrole', outcome: 'ok', replyDelayMs: 1_500, times: count }
    await service.simulators.control('smileone', { next: slow })
    const body = (player: number) => orderBody(user, shop.diamonds, { input1: String(100_000_000 + player) })
    const waiting = Array.from({ length: count }, (_, player) => buy(asha, body(player)))
    expect(new Set(await Promise.all(waiting)).size).toBe(count)
  })

  it('are refused before they write anything; the others are placed, and calls that place nothing are answered', async () => {
    const paid = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const unpaid = await buy(asha, orderBody(user, shop.manual))
    const lock = await lockWallet(user)
    const keys = keysOf(60)
    const { replies, all, refused } = flood(keys)
    try {
      await refused
      expect(await look(asha, paid)).toMatchObject({ status: 'Processing' })
      expect(await look(asha, unpaid)).toMatchObject({ status: 'Created' })
      expect(await balanceOf(asha, user)).toBe(100_000 - placed)
      expect(await callbackAbout(unpaid)).toMatchObject({ status: 200 })
      expect(replies.size).toBe(keys.length - atOnce)
    } finally {
      await lock.unlock()
    }
    await all
    const placedKeys = keys.filter((key) => replies.get(key)?.status === 200)
    expect(placedKeys).toHaveLength(atOnce)
    expect(await ordersOf(user)).toBe(2 + atOnce)
    expect(await balanceOf(asha, user)).toBe(100_000 - (1 + atOnce) * placed)
    const written = await IdempotencyKeyModel.find({
      _id: { $in: keys.map((key) => idempotencyKeyId(String(user._id), key)) },
    }).lean()
    expect(written).toHaveLength(atOnce)
    for (const { status, headers, json } of replies.values()) {
      if (status === 200) continue
      expect(json).toMatchObject({ code: 'shop_busy', msg: expect.stringContaining('no money was taken') })
      expect(headers.get('retry-after')).toMatch(/^[2-5]$/)
    }
    expect((await verifyBalances()).faults).toEqual([])
  })

  it('are placed once when they are repeated with the same key', async () => {
    const lock = await lockWallet(user)
    const keys = keysOf(12)
    const { replies, all, refused } = flood(keys)
    await refused.finally(lock.unlock)
    await all
    for (const key of keys) {
      const again = await placeRaw(key)
      expect(again.status).toBe(200)
      const first = replies.get(key)
      if (first?.status === 200) expect(again.json).toEqual(first.json)
    }
    expect(await ordersOf(user)).toBe(keys.length)
    expect(await balanceOf(asha, user)).toBe(100_000 - keys.length * placed)
  })

  it('do not keep a repeated request from the reply of its order', async () => {
    const key = randomUUID()
    const first = await placeRaw(key)
    const lock = await lockWallet(user)
    const { all, refused } = flood(keysOf(12))
    try {
      await refused
      const again = await placeRaw(key)
      expect(again).toMatchObject({ status: 200, json: first.json })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect((await placeRaw(randomUUID())).status).toBe(503)
      expect((await service.guest.request(`/api${createWalletOrder.path}`, { method: 'POST' })).status).toBe(
        503,
      )
    } finally {
      await lock.unlock()
    }
    await all
    expect(await ordersOf(user)).toBe(1 + atOnce)
  })
})
