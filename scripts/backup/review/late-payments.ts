import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  checkGateway,
  clientTxnIdOf,
  findLaterAttempts,
  type IPayment,
} from '@jhatpat/shared/domain/payments/index.ts'
import { isAdjusted, JournalEntryModel, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { referenceFor } from '@jhatpat/shared/platform/ids.ts'
import type { Model } from 'mongoose'

/** Money that a gateway captured after the restored moment. `source`: where it was found. */
export type LatePayment = {
  /** The order or top-up that it was paid for. */
  id: string
  /** The attempt to pay, which is the gateway's `client_txn_id`; '' where only the ledger of the lost shop named it. */
  attempt: string
  /** The cause of its entry in the ledger, `order/payment`, by which it counts once; '' where only an export named it. */
  ref: string
  paise: number
  source: 'gateway' | 'tail' | 'export'
}

/** `creditId`: the transaction by which a person credits it, so that this happens once. */
export type UnknownPayment = LatePayment & { creditId: string }

export type ExportedPayment = { attempt: string; paise: number }

export type PaymentReview = {
  /** Of orders and top-ups that are here: confirmed by the usual check once the shop is open. */
  known: LatePayment[]
  /** Of orders and top-ups that are not here, and not credited: a person credits or returns the money. */
  unknown: UnknownPayment[]
}

type PaymentDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'gatewayOf'>
type Sources = { restoredTo: Date; tail: readonly LatePayment[]; exported: readonly ExportedPayment[] }

/**
 * The payments after the restored moment that are not in the ledger here. Attempts to pay that were made after the
 * moment, and exist at the gateway, are added to their orders and top-ups, so that the usual check finds their money.
 * @param missing gets the gateways that did not answer
 */
export async function reviewPayments(
  deps: PaymentDeps,
  { restoredTo, tail, exported }: Sources,
  missing: Set<string>,
): Promise<PaymentReview> {
  const named = exported.map(toLatePayment)
  const mentioned = await targetsOf([...tail, ...named].map(({ id }) => id))
  const open = await openTargets()
  const gateway: LatePayment[] = []
  for (const target of new Map([...open, ...mentioned]).values())
    gateway.push(...(await capturedOf(deps, target, { restoredTo, missing })))
  const all = mergeSources({ tail, gateway, exported: named })
  const late = await withoutBooked(all, mentioned)
  const here: Targets = new Map([...open, ...mentioned])
  const known = late.filter(({ id }) => here.has(id))
  for (const payment of known) {
    if (!willBeFound(payment, here.get(payment.id)?.document.payment))
      missing.add(`${payment.attempt || payment.ref}: the gateway does not confirm it`)
  }
  return { known, unknown: await withoutCredited(late.filter(({ id }) => !here.has(id))) }
}

/**
 * The ids of the transactions that may have credited a payment. An earlier review that was incomplete may have known
 * only its cause in the ledger, not its attempt.
 */
const creditIdsOf = ({ id, attempt, ref }: LatePayment): string[] =>
  [attempt && `${id}/${attempt}`, ref && `ledger:${ref}`]
    .filter(Boolean)
    .map((cause) => referenceFor('JW', `restored:${cause}`))

async function withoutCredited(payments: readonly LatePayment[]): Promise<UnknownPayment[]> {
  const left: UnknownPayment[] = []
  for (const payment of payments) {
    const ids = creditIdsOf(payment)
    const credited = await Promise.all(ids.map((id) => isAdjusted(id)))
    if (!credited.includes(true)) left.push({ ...payment, creditId: ids[0] ?? '' })
  }
  return left
}

/** Whether the usual check asks about it: the gateway was asked about every attempt of an unpaid payment just now. */
function willBeFound({ source, attempt, id }: LatePayment, payment: IPayment | null | undefined): boolean {
  if (source === 'gateway') return true
  if (payment?.state !== 'paid') return false
  return attempt === '' || attempt === id || payment.attempts.some((one) => one.id === attempt)
}

const toLatePayment = ({ attempt, paise }: ExportedPayment): LatePayment => ({
  id: clientTxnIdOf(attempt),
  attempt,
  ref: '',
  paise,
  source: 'export',
})

/**
 * Pure. Each payment once. The gateway's answers and the lost shop's ledger name it by the same cause. An export names
 * only its attempt: it is one of the others of the same attempt, or where the ledger does not name the attempt, of the
 * same order and amount, whatever the order of the rows.
 */
export function mergeSources({
  tail,
  gateway,
  exported,
}: Record<'tail' | 'gateway' | 'exported', readonly LatePayment[]>): LatePayment[] {
  const byCause = [...new Map([...tail, ...gateway].map((payment) => [payment.ref, payment])).values()]
  const named = new Set(byCause.map(({ attempt }) => attempt))
  const rows = [...new Map(exported.map((payment) => [payment.attempt, payment])).values()]
    .filter(({ attempt }) => !named.has(attempt))
    .toSorted((a, b) => (a.attempt < b.attempt ? -1 : 1))
  const rest = new Set(rows)
  const matched = byCause
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
    .map((payment) => {
      if (payment.attempt !== '') return payment
      const row = [...rest].find(({ id, paise }) => id === payment.id && paise === payment.paise)
      if (!row) return payment
      rest.delete(row)
      return { ...payment, attempt: row.attempt }
    })
  return [...matched, ...rest]
}

type WithPayment = { _id: string; createdAt: Date; payment: IPayment | null }
const withPayments = [OrderModel, WalletTransactionModel] as unknown as Model<WithPayment>[]
const paymentFields = { createdAt: 1, payment: 1 } as const
type Targets = Map<string, { model: Model<WithPayment>; document: WithPayment }>
type Target = NonNullable<ReturnType<Targets['get']>>

/** The orders and top-ups with these ids that are here. */
async function targetsOf(ids: readonly string[]): Promise<Targets> {
  const found: Targets = new Map()
  for (const model of withPayments) {
    const documents = await model.find({ _id: { $in: ids } }, paymentFields).lean<WithPayment[]>()
    for (const document of documents) found.set(document._id, { model, document })
  }
  return found
}

/** Those whose payment is still checked. */
async function openTargets(): Promise<Targets> {
  const found: Targets = new Map()
  for (const model of withPayments) {
    const documents = await model
      .find({ 'due.payment.at': { $type: 'date' } }, paymentFields)
      .hint('due_payment')
      .lean<WithPayment[]>()
    for (const document of documents) found.set(document._id, { model, document })
  }
  return found
}

/** Asks the gateway about an unpaid payment: its attempts that are here, and those that were made since. */
async function capturedOf(
  deps: PaymentDeps,
  { model, document: { _id, createdAt, payment } }: Target,
  { restoredTo, missing }: { restoredTo: Date; missing: Set<string> },
): Promise<LatePayment[]> {
  if (!payment || payment.state === 'paid') return []
  const target = { clientTxnId: _id, createdAt, payment, isAside: true, asksAll: true }
  const answers = await checkGateway(deps, target)
  // Later ones were made only while it could be paid.
  if (payment.payBefore > restoredTo)
    answers.push(...(await findLaterAttempts(deps, { model, ...target }, restoredTo)))
  if (answers.some(({ answer }) => answer.kind === 'unavailable'))
    missing.add(`${payment.gateway}: it did not answer about some payments`)
  return answers.flatMap(({ attemptId, answer }) =>
    answer.kind === 'paid'
      ? [
          {
            id: _id,
            attempt: attemptId,
            ref: `${_id}/${answer.gatewayId || attemptId}`,
            paise: answer.amountPaise,
            source: 'gateway' as const,
          },
        ]
      : [],
  )
}

const gatewayEntries = ['topup', 'order_payment', 'unallocated_payment', 'reviewed_payment'] as const

/** Without what the ledger here has, and without exported attempts that are captured here. */
async function withoutBooked(payments: readonly LatePayment[], here: Targets): Promise<LatePayment[]> {
  const ids = payments.flatMap(({ ref }) => (ref ? gatewayEntries.map((kind) => `${kind}:${ref}`) : []))
  const entries = await JournalEntryModel.find({ _id: { $in: ids } }, { ref: 1 }).lean<{ ref: string }[]>()
  const booked = new Set(entries.map(({ ref }) => ref))
  return payments.filter(({ id, attempt, ref }) => {
    if (ref) return !booked.has(ref)
    const captures = here.get(id)?.document.payment?.captures ?? []
    return !captures.some((capture) => (capture.attemptId || id) === attempt)
  })
}
