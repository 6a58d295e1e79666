import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from 'mongoose'
import { orderStatuses } from '../../contracts/order-status.ts'
import { walletStatuses } from '../../contracts/wallet.ts'
import { openUntil } from '../../platform/circuit-breaker.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import { readPage } from '../../platform/paginated-list.ts'
import type { Deps } from '../deps.ts'
import { allOrdersIndexes, OrderModel } from '../orders/index.ts'
import {
  breakerAccount,
  type Capture,
  checkGateway,
  type IPayment,
  isBankReference,
} from '../payments/index.ts'
import { allTransactionsIndexes, WalletTransactionModel } from '../wallet/index.ts'
import { comparePayment } from './compare-payment.ts'
import type { Counts, Finding, IReconciliationRun } from './reconciliation-model.ts'

export type GatewayCheckDeps = Pick<Deps, 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/** The result of one part of a day's comparison. `cursor` is where the step continues; undefined: the step is done. */
export type PartResult = {
  found: Finding[]
  counts: Partial<Counts>
  cursor: string | undefined
  /** The part could not be done now and is repeated later. */
  isRescheduled?: true
  /** How often it was rescheduled because a vendor did not answer. */
  tries?: number
  /** A supplier whose list was not read, or not completely. */
  unreadSupplier?: string
  balances?: IReconciliationRun['balances']
}

/** Payments checked in one part. */
const paymentsPerPart = 20
/** After this many unanswered payments in a row, the part is rescheduled. */
const maxUnansweredInARow = 3
/** Maximum reschedules of a part; after that the payments count as unanswered. */
export const maxReschedules = 5

type PaymentTarget = { _id: string; status: string; createdAt: Date; payment: IPayment | null }

const kinds = {
  order: {
    model: OrderModel as unknown as Model<PaymentTarget>,
    where: { status: { $in: orderStatuses }, paymentmode: 'upi' },
    index: allOrdersIndexes.createdAt,
  },
  topup: {
    model: WalletTransactionModel as unknown as Model<PaymentTarget>,
    where: { status: { $in: walletStatuses }, kind: 'topup' },
    index: allTransactionsIndexes.createdAt,
  },
} as const

/**
 * Checks the next payments of a day at the gateway, latest first, whatever their state here. Nothing is checked while
 * the gateway's circuit breaker is open. Failures here do not open it, because customers pay through it.
 */
export async function compareGatewayPayments(
  deps: GatewayCheckDeps,
  { _id: day, cursor, tries = 0 }: Pick<IReconciliationRun, '_id' | 'cursor' | 'tries'>,
  { of, gapMs }: { of: keyof typeof kinds; gapMs: number },
): Promise<PartResult> {
  const { model, where, index } = kinds[of]
  const inDay = { createdAt: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) } }
  const list = {
    filter: { ...where, ...inDay } as never,
    order: { by: 'createdAt', direction: -1 } as const,
    index,
  }
  const { rows, next } = await readPage<PaymentTarget, 'createdAt'>(model, list, {
    limit: paymentsPerPart,
    cursor: cursor || undefined,
  })
  const found: Finding[] = []
  const counts = { asked: 0, unanswered: 0, receivedPaise: 0, payments: 0, bookedPaise: 0, captures: 0 }
  const rescheduled: PartResult = { found: [], counts: {}, cursor, isRescheduled: true }
  let unansweredInARow = 0
  for (const target of rows) {
    if (!target.payment) continue
    if (await openUntil(deps, breakerAccount(target.payment.gateway))) return { ...rescheduled, tries }
    const checkInput = {
      clientTxnId: target._id,
      createdAt: target.createdAt,
      payment: target.payment,
      isAside: true,
    }
    const compared = comparePayment({
      ref: target._id,
      of,
      status: target.status,
      payment: target.payment,
      answers: await checkGateway(deps, checkInput),
    })
    unansweredInARow = compared.isAnswered ? 0 : unansweredInARow + 1
    if (unansweredInARow >= maxUnansweredInARow && tries < maxReschedules)
      return { ...rescheduled, tries: tries + 1 }
    found.push(...compared.found)
    counts.asked += 1
    counts.unanswered += compared.isAnswered ? 0 : 1
    counts.receivedPaise += compared.receivedPaise
    counts.payments += compared.payments
    counts.bookedPaise += compared.bookedPaise
    counts.captures += compared.captures
    await sleep(gapMs)
  }
  found.push(...(await findDuplicateReferences(rows.flatMap(({ payment }) => payment?.captures ?? []))))
  return { found, counts, cursor: next ?? undefined }
}

type PaymentHolder = { _id: string; payment: { captures: Capture[] } | null }

/** The given references that another payment has too. Only banks' own twelve-digit references are unique. */
async function findDuplicateReferences(
  captures: readonly Pick<Capture, 'bankReference'>[],
): Promise<Finding[]> {
  const references = [...new Set(captures.map((capture) => capture.bankReference))].filter(isBankReference)
  if (references.length === 0) return []
  // `$gt` repeats the index's own condition.
  const where = { 'payment.captures.bankReference': { $in: references, $gt: '' } }
  const [orders, topUps] = await Promise.all([
    OrderModel.find(where, '_id payment.captures').lean<PaymentHolder[]>(),
    WalletTransactionModel.find(where, '_id payment.captures').lean<PaymentHolder[]>(),
  ])
  return references.flatMap((reference) => {
    const holders = [...orders, ...topUps].flatMap(({ _id, payment }) =>
      (payment?.captures ?? [])
        .filter((capture) => capture.bankReference === reference)
        .map(({ amountPaise }) => ({ _id, amountPaise })),
    )
    const [first, second] = holders.toSorted((a, b) => a._id.localeCompare(b._id))
    if (!first || !second) return []
    return [
      {
        about: reference,
        kind: 'reference_twice' as const,
        ref: second._id,
        amountPaise: second.amountPaise,
        of: second._id.startsWith('JT') ? ('topup' as const) : ('order' as const),
        external: `Reference ${reference}`,
        internal: `Booked under ${first._id} and ${second._id}`,
      },
    ]
  })
}
