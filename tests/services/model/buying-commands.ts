import { randomUUID } from 'node:crypto'
import { startTopUp } from '@jhatpat/shared/domain/checkout/index.ts'
import {
  chooseLateOffer,
  type OrderDoc,
  OrderModel,
  placeUpiOrder,
  placeWalletOrder,
} from '@jhatpat/shared/domain/orders/index.ts'
import type { OrderRequest } from '@jhatpat/shared/domain/orders/place/draft-order.ts'
import { clientTxnIdOf } from '@jhatpat/shared/domain/payments/index.ts'
import {
  WalletModel,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Shop } from '../../support/shop.ts'
import { type Act, command } from './command.ts'
import type { ModelEnvironment } from './model-environment.ts'

type Placing = { listing: keyof Shop; mode: 'upi' | 'wallet'; key: number; gateway: string }

/** Eight keys for all orders: a repeated key must return the first order, or be refused. */
export const place = fc
  .record<Placing>({
    listing: fc.constantFrom('diamonds', 'bundle', 'bundle', 'crystals', 'manual'),
    mode: fc.constantFrom('upi', 'wallet'),
    key: fc.nat({ max: 7 }),
    gateway: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'reset', 'reset_accepted'),
  })
  .map((placing) =>
    command(`place ${JSON.stringify(placing)}`, (environment) => placeOrder(environment, placing)),
  )

async function placeOrder(
  environment: ModelEnvironment,
  { listing, mode, key, gateway }: Placing,
): Promise<void> {
  const request = requestOf(environment, { listing, mode, key })
  if (mode === 'upi' && gateway !== 'ok')
    await environment.service.simulators.control('upigateway', { next: { outcome: gateway } })
  const before = await walletPaise(environment)
  const known = await OrderModel.findOne({ input1: request.input1 }).lean<OrderDoc | null>()
  const place = mode === 'upi' ? placeByUpi : placeByWallet
  try {
    const [keyId, orderid] = await place(environment, request)
    recordPlacement(environment, keyId, orderid)
    expect(known?.item.itemid ?? request.itemid).toBe(request.itemid)
  } catch (error) {
    if (known && codeOf(error) === 'idempotency_key_reused') {
      expect(known.item.itemid).not.toBe(request.itemid)
      return
    }
    const allowed = mode === 'upi' ? ['payment_rejected', 'payment_unavailable'] : ['insufficient_balance']
    expect(allowed).toContain(codeOf(error))
    if (mode === 'wallet') {
      expect(known).toBeNull()
      expect(before).toBeLessThan(34_500)
      expect(await walletPaise(environment)).toBe(before)
    }
  }
}

/** The customer of a late order chooses an offer, twice at once. */
export const choose = fc
  .record({ pick: fc.nat({ max: 9 }), choice: fc.constantFrom('refund', 'refund', 'wait') })
  .map(({ pick, choice }) =>
    command(`choose ${choice} for ${pick}`, async (environment) => {
      const all = await OrderModel.find({ status: 'Processing' }).sort({ _id: 1 }).lean<OrderDoc[]>()
      const order = all[pick % Math.max(1, all.length)]
      if (!order) return
      const offerInput = { orderid: order._id, choice }
      await Promise.all(
        [1, 2].map(() => chooseLateOffer(environment.deps, environment.customer, offerInput).catch(codeOf)),
      )
    }),
  )

/** The code of a request error; other errors are rethrown. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  throw error
}

type PlacementKey = Pick<Placing, 'listing' | 'mode' | 'key'>

/** The player is derived from the key, so that the supplier's log identifies the order. */
function requestOf({ shop }: ModelEnvironment, { listing, mode, key }: PlacementKey): OrderRequest {
  const { product, item } = shop[listing]
  const player = `7${mode === 'upi' ? 1 : 2}${key}000000`
  return {
    orderid: `JP2611210000000${key}`,
    productId: product._id,
    itemid: item._id,
    paymentmode: mode,
    input1: player,
    input2: listing === 'crystals' ? 'Asia' : '1234',
    key: 'storefront',
  }
}

type Placed = [keyId: string, orderid: string]

async function placeByUpi({ deps, customer }: ModelEnvironment, request: OrderRequest): Promise<Placed> {
  return [request.orderid, (await placeUpiOrder(deps, customer, request)).client_txn_id]
}

/** As the api does: the key's record is part of the order's transaction, and is read when that fails. */
async function placeByWallet({ deps, customer }: ModelEnvironment, request: OrderRequest): Promise<Placed> {
  const now = deps.clock.now()
  const orderid = newReference('JP', now)
  const keyRecord = {
    _id: `key ${request.orderid}`,
    route: 'createWalletOrder',
    requestHash: String(request.itemid),
    ref: orderid.slice(2),
    state: 'answered' as const,
    owner: randomUUID(),
    startedAt: now,
    reply: orderid,
  }
  try {
    await placeWalletOrder(deps, customer, { ...request, orderid, keyRecord })
    return [keyRecord._id, orderid]
  } catch (error) {
    const earlier = await IdempotencyKeyModel.findById(keyRecord._id).lean()
    if (!earlier) throw error
    if (earlier.requestHash !== keyRecord.requestHash) throw new AppError('idempotency_key_reused')
    return [keyRecord._id, String(earlier.reply)]
  }
}

function recordPlacement({ placements }: ModelEnvironment, key: string, id: string): void {
  placements.set(key, (placements.get(key) ?? new Set()).add(id))
}

async function walletPaise({ customer }: ModelEnvironment): Promise<number> {
  return (await WalletModel.findById(customer.userId).lean())?.balancePaise ?? 0
}

export const topUp = fc.nat({ max: 1 }).map((key) =>
  command(`top up under key ${key}`, async (environment) => {
    const txnid = `JT2611211000000${key}`
    const request = { txnid, amount: 100 * (key + 1) }
    const { userId, userid, name, email, mobilenumber } = environment.customer
    const owner = { userId, userid, name, email, mobilenumber }
    try {
      recordPlacement(environment, txnid, (await startTopUp(environment.deps, owner, request)).client_txn_id)
    } catch (error) {
      expect(codeOf(error)).toBe('payment_unavailable')
    }
  }),
)

/** All payment targets that wait for UPI money and are known to the gateway, the oldest first. */
export async function paymentTargets(
  environment: ModelEnvironment,
): Promise<(OrderDoc | WalletTransactionDoc)[]> {
  const known = new Set(knownAttempts(environment).map(clientTxnIdOf))
  const all = [
    ...(await OrderModel.find({ paymentmode: 'upi' }).sort({ createdAt: 1, _id: 1 }).lean<OrderDoc[]>()),
    ...(await WalletTransactionModel.find({ kind: 'topup' })
      .sort({ createdAt: 1, _id: 1 })
      .lean<WalletTransactionDoc[]>()),
  ]
  return all.filter((one) => known.has(one._id))
}

const knownAttempts = ({ service }: ModelEnvironment): string[] =>
  service.simulators
    .journal('upigateway')
    .filter((entry) => entry.kind === 'created')
    .map((entry) => String(entry.client_txn_id))

/** One of its attempts at the gateway: a payer may use an old one too. */
export function attemptOf(
  environment: ModelEnvironment,
  target: OrderDoc | WalletTransactionDoc,
  pick: number,
): string {
  const attempts = knownAttempts(environment).filter((id) => clientTxnIdOf(id) === target._id)
  return attempts[pick % attempts.length] ?? target._id
}

/** Applies an action to one of the payments, or does nothing where there is none. */
export function onPaymentTarget(
  pick: number,
  action: (environment: ModelEnvironment, target: OrderDoc | WalletTransactionDoc) => Promise<unknown>,
): Act {
  return async (environment) => {
    const all = await paymentTargets(environment)
    const one = all[pick % Math.max(1, all.length)]
    if (one) await action(environment, one)
  }
}
