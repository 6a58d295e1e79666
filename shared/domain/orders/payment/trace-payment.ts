import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentTrace } from '../../../contracts/payment-trace.ts'
import { openUntil } from '../../../platform/circuit-breaker.ts'
import { readSnapshot } from '../../../platform/snapshot.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { breakerAccount, type IPayment, lastPollAt } from '../../payments/index.ts'
import { type IUnit, lookupPurchase, type SupplierAnswer } from '../../purchasing/index.ts'
import { recordSupplierAnswer } from '../fulfil/record-supplier-answer.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { type PostedAmount, readOrderMoney } from '../queries/order-money.ts'
import { promisedBy } from '../views/order-state.ts'
import { confirmOrderPayment } from './confirm-order-payment.ts'

/**
 * The time for each question, in ms: gateway and supplier together, then the ledger. The screen promises an
 * answer within 8 s.
 */
const timeoutMs = { bank: 5_000, supplier: 5_500, ledger: 1_500 }

type PaymentTraceResult = {
  order: OrderDoc
  bank: PaymentTrace
  ledger: PaymentTrace
  supplier: PaymentTrace
  watchedUntil: Date | undefined
}

/**
 * Finds where an order's money is: checks the gateway and the supplier at the same time, then the ledger, and
 * applies the answers. A payment that has arrived continues the order or goes to the wallet, a delivery
 * completes the order, a returned purchase refunds it. What stays unknown is checked again by the workers.
 */
export async function tracePayment(
  deps: GatewayTraceDeps & SupplierTraceDeps,
  order: OrderDoc,
): Promise<PaymentTraceResult> {
  const at = deps.clock.now().toISOString()
  const onError = (error: unknown) => deps.log.error({ err: error, orderId: order._id }, 'ledger read failed')
  const [bank, supplier] = await Promise.all([
    traceAtGateway(deps, order, timeoutMs.bank),
    traceAtSupplier(deps, order, timeoutMs.supplier),
  ])
  // The ledger is read last, because the other two may have moved money.
  const ledger = (await withTimeout(timeoutMs.ledger, traceInLedger(deps, order), onError)) ?? {
    kind: 'silent',
    at,
  }
  const now = (await OrderModel.findById(order._id).lean<OrderDoc | null>()) ?? order
  return { order: now, bank, ledger, supplier, watchedUntil: watchedUntil(now) }
}

/** Until when the workers check by themselves; undefined if there is nothing left to check. */
function watchedUntil(order: OrderDoc): Date | undefined {
  switch (order.status) {
    case 'Created':
      return order.payment?.payBefore
    case 'Processing':
      return promisedBy(order.processingAt ?? order.createdAt)
    case 'Failed':
      return order.due.payment.at ? lastPollAt(order.createdAt) : undefined
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
      return undefined
    default:
      return order.status satisfies never
  }
}

type GatewayTraceDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>

/**
 * Checks an order's payment at the gateway and applies the answer. Concurrent calls share one check and its
 * answer.
 * @param waitMs the time after which the gateway counts as silent; a running check continues, and the open
 * page receives its result
 */
async function traceAtGateway(
  deps: GatewayTraceDeps,
  order: OrderDoc,
  waitMs: number,
): Promise<PaymentTrace> {
  const begunAt = deps.clock.now()
  const { payment } = order
  if (!payment) return { kind: 'not_asked', at: begunAt.toISOString() }
  if (payment.state === 'paid') return { kind: 'known', at: paidAt(payment, begunAt).toISOString() }
  const silent = { kind: 'silent', at: begunAt.toISOString() } as const
  if (await openUntil(deps, breakerAccount(payment.gateway))) return silent
  const check = confirmOrderPayment(deps, order)
  const onError = (error: unknown) =>
    deps.log.error({ err: error, orderId: order._id }, 'payment check failed')
  const endAt = Date.now() + waitMs
  await withTimeout(waitMs, check, onError)
  const answeredSince = begunAt.getTime() - deps.env.PAYMENT_CHECK_GAP_MS
  while (true) {
    const now = (await OrderModel.findById(order._id).lean<OrderDoc | null>())?.payment
    if (now?.answeredAt && now.answeredAt.getTime() >= answeredSince) {
      return { kind: 'answered', at: now.answeredAt.toISOString() }
    }
    // A check has ended since without an answer, or none has ended in time.
    if (!now || now.checkCount > payment.checkCount || Date.now() >= endAt) return silent
    await sleep(150)
  }
}

const paidAt = ({ captures, answeredAt }: IPayment, fallback: Date) =>
  captures[0]?.at ?? answeredAt ?? fallback

/** Compares the ledger's entries of an order with the order, in one snapshot. */
async function traceInLedger(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  { _id }: Pick<OrderDoc, '_id'>,
): Promise<PaymentTrace> {
  const { expected, found } = await readSnapshot((snapshot) => readOrderMoney(snapshot, [_id]))
  const at = clock.now().toISOString()
  if (sumsByCause(expected) === sumsByCause(found)) return { kind: 'answered', at }
  log.error({ orderId: _id, expected, found }, 'the ledger differs from an order')
  return { kind: 'differ', at }
}

const sumsByCause = (list: readonly PostedAmount[]) =>
  list
    .map(({ cause, paise }) => `${cause}=${paise}`)
    .sort()
    .join()

type SupplierTraceDeps = Pick<
  Deps,
  'clock' | 'env' | 'suppliers' | 'redis' | 'queues' | 'publisher' | 'log' | 'shutdownSignal' | 'purchaseLog'
>

/**
 * Queries the supplier about the unit that an order waits for, if it offers a lookup; nothing is bought by
 * it. A delivery or a return is recorded at once and ends the order. Any other answer is left to the workers'
 * own polls.
 * @param waitMs the time after which the supplier counts as silent; a later answer is still recorded
 */
async function traceAtSupplier(
  deps: SupplierTraceDeps,
  order: OrderDoc,
  waitMs: number,
): Promise<PaymentTrace> {
  const at = deps.clock.now().toISOString()
  if (order.completedAt) return { kind: 'known', at: order.completedAt.toISOString() }
  const target = order.status === 'Processing' ? targetOf(deps, order) : undefined
  if (!target) return { kind: 'not_asked', at }
  const lookup = lookUpTarget(deps, order, target)
  const answer = await withTimeout(waitMs, lookup, (error) =>
    deps.log.error({ err: error, orderId: order._id }, 'supplier check failed'),
  )
  return { kind: answer && isConclusive(answer) ? 'answered' : 'silent', at }
}

type Target = { supplier: Supplier; index: number; unit: IUnit }

/** The unit that can be looked up: its supplier may have it and offers a lookup. */
function targetOf({ suppliers }: SupplierTraceDeps, { item, delivery, units }: OrderDoc): Target | undefined {
  const supplier = delivery === 'instant' ? suppliers.forApiType(item.apiType)?.supplier : undefined
  const index = units.findIndex(({ state }) => state !== 'delivered')
  const unit = units[index]
  if (!unit || supplier?.evidence !== 'lookup') return undefined
  const account = suppliers.accountOf(supplier, unit.accountId)
  const isPossiblyBought =
    unit.state === 'unknown' || (unit.state === 'sending' && unit.supplierOrderId !== '')
  return isPossiblyBought && account ? { supplier: account, index, unit } : undefined
}

async function lookUpTarget(
  deps: SupplierTraceDeps,
  order: OrderDoc,
  { supplier, index, unit }: Target,
): Promise<SupplierAnswer | undefined> {
  const lookup = await lookupPurchase(deps, supplier, () =>
    supplier.lookupPurchase({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined }),
  )
  if (lookup.kind !== 'answered') return undefined
  const { answer } = lookup
  if (answer.kind === 'delivered' || answer.kind === 'returned') {
    await recordSupplierAnswer(deps, order, { index, unit, supplier, answer })
  }
  return answer
}

const isConclusive = ({ kind }: SupplierAnswer): boolean =>
  !['unknown', 'unavailable', 'rate_limited'].includes(kind)
