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

export type AskDeps = Pick<Deps, 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/** A part of the work on a day: what it found, what it adds, and from where to go on; undefined: the step is done. */
export type Part = {
  found: Finding[]
  counts: Partial<Counts>
  cursor: string | undefined
  /** It could not be done now: the same again, after a while. */
  isRescheduled?: true
  /** How often it has been put off because nobody answered. */
  tries?: number
  /** A supplier whose list was not read, or not to its end. */
  unreadSupplier?: string
  balances?: IReconciliationRun['balances']
}

/** So many payments are asked about in one part, and so long after the last one each. */
const paymentsAtOnce = 20
/** After so many payments without an answer in a row nobody is asked for a while. */
const silentInARow = 3
/** So often a part waits for who does not answer; then it is told that there was no answer. */
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
 * Asks the gateway about the next payments of a day, the latest first, whatever became of them with us. While the gateway
 * is paused nobody is asked; that it does not answer here pauses it for nobody, for customers pay through it.
 */
export async function compareGatewayPayments(
  deps: AskDeps,
  { _id: day, cursor, tries = 0 }: Pick<IReconciliationRun, '_id' | 'cursor' | 'tries'>,
  { of, gapMs }: { of: keyof typeof kinds; gapMs: number },
): Promise<Part> {
  const { model, where, index } = kinds[of]
  const inDay = { createdAt: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) } }
  const list = {
    filter: { ...where, ...inDay } as never,
    order: { by: 'createdAt', direction: -1 } as const,
    index,
  }
  const { rows, next } = await readPage<PaymentTarget, 'createdAt'>(model, list, {
    limit: paymentsAtOnce,
    cursor: cursor || undefined,
  })
  const found: Finding[] = []
  const counts = { asked: 0, unanswered: 0, receivedPaise: 0, payments: 0, bookedPaise: 0, captures: 0 }
  const putOff: Part = { found: [], counts: {}, cursor, isRescheduled: true }
  let silent = 0
  for (const one of rows) {
    if (!one.payment) continue
    if (await openUntil(deps, breakerAccount(one.payment.gateway))) return { ...putOff, tries }
    const asked = { clientTxnId: one._id, createdAt: one.createdAt, payment: one.payment, isAside: true }
    const compared = comparePayment({
      ...{ ref: one._id, of, status: one.status, payment: one.payment },
      answers: await checkGateway(deps, asked),
    })
    silent = compared.isAnswered ? 0 : silent + 1
    if (silent >= silentInARow && tries < maxReschedules) return { ...putOff, tries: tries + 1 }
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

type Holder = { _id: string; payment: { captures: Capture[] } | null }

/** Of the references of some payments those that another payment has too. Only banks' own twelve digits are unique. */
async function findDuplicateReferences(
  captures: readonly Pick<Capture, 'bankReference'>[],
): Promise<Finding[]> {
  const references = [...new Set(captures.map((one) => one.bankReference))].filter(isBankReference)
  if (references.length === 0) return []
  // `$gt` repeats the index's own condition.
  const where = { 'payment.captures.bankReference': { $in: references, $gt: '' } }
  const [orders, topUps] = await Promise.all([
    OrderModel.find(where, '_id payment.captures').lean<Holder[]>(),
    WalletTransactionModel.find(where, '_id payment.captures').lean<Holder[]>(),
  ])
  return references.flatMap((reference) => {
    const holders = [...orders, ...topUps].flatMap(({ _id, payment }) =>
      (payment?.captures ?? [])
        .filter((one) => one.bankReference === reference)
        .map(({ amountPaise }) => ({ _id, amountPaise })),
    )
    const [first, second] = holders.toSorted((a, b) => a._id.localeCompare(b._id))
    if (!first || !second) return []
    return [
      {
        about: reference,
        ...{ kind: 'reference_twice' as const, ref: second._id, amountPaise: second.amountPaise },
        of: second._id.startsWith('JT') ? ('topup' as const) : ('order' as const),
        ...{ external: `Reference ${reference}`, internal: `Booked under ${first._id} and ${second._id}` },
      },
    ]
  })
}
