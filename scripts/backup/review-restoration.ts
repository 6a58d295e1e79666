import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { checkGateway, clientTxnIdOf, type IPayment } from '@jhatpat/shared/domain/payments/index.ts'
import type { IRestoration } from '@jhatpat/shared/domain/recovery/index.ts'
import { JournalEntryModel, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import type { Supplier } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import type { Model } from 'mongoose'
import { type Change, readChanges, type TailParts } from './replay-oplog.ts'

/** Money that a gateway captured after the restored moment. `source`: where it was found. */
export type LatePayment = { id: string; paise: number; source: 'gateway' | 'tail' | 'export' }
/** A purchase that a supplier took after the restored moment. `id`: our unit, or the supplier's order, then with `account`. */
export type LatePurchase = { account: string; id: string; source: 'supplier' | 'tail' }

export type Review = {
  restoredTo: Date
  /** Of orders and top-ups that are here, unpaid: confirmed by the usual check once the shop is open. */
  knownPayments: LatePayment[]
  /** Of orders and top-ups that are not here: a person credits or returns the money. */
  unknownPayments: LatePayment[]
  /** Of units that are here, and count as unsent: found by asking the supplier, or decided by a person. */
  knownPurchases: LatePurchase[]
  unknownPurchases: LatePurchase[]
  /** Vendors that did not answer: their part is not known. */
  unanswered: string[]
}

/** What the operator has besides the vendors' answers. */
export type Evidence = {
  /** The tail that was kept after the restored moment, with the private key. */
  tail: TailParts | undefined
  /** Captured payments of the gateway's own export. */
  exported: { id: string; paise: number }[]
}

type ReviewDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'gatewayOf' | 'suppliers'>

/** Lists what vendors did after the restored moment. Asks them and changes nothing. */
export async function reviewRestoration(
  deps: ReviewDeps,
  { restoredTo }: Pick<IRestoration, 'restoredTo'>,
  { tail, exported }: Evidence,
): Promise<Review> {
  const unanswered: string[] = []
  const late = tail ? await readLateFacts(tail) : { payments: [], purchases: [] }
  const known = await capturedOfOpenPayments(deps, unanswered)
  const others = await unbooked([
    ...late.payments,
    ...exported.map((payment) => ({ ...payment, source: 'export' as const })),
  ])
  const knownIds = new Set(known.map(({ id }) => id))
  const open = await existing(others.map(({ id }) => id))
  const listed = await listedBySuppliers(deps, restoredTo, unanswered)
  const units = await unitsHere(late.purchases.map(({ id }) => id))
  return {
    restoredTo,
    knownPayments: [...known, ...others.filter(({ id }) => open.has(id) && !knownIds.has(id))],
    unknownPayments: others.filter(({ id }) => !open.has(id)),
    knownPurchases: late.purchases.filter(({ id }) => units.has(id)),
    unknownPurchases: [...late.purchases.filter(({ id }) => !units.has(id)), ...listed],
    unanswered: [...new Set(unanswered)],
  }
}

/** What the shop itself wrote after the restored moment: captures in the ledger, and suppliers' answers in orders. */
async function readLateFacts(
  tail: TailParts,
): Promise<{ payments: LatePayment[]; purchases: LatePurchase[] }> {
  const payments: LatePayment[] = []
  const purchases = new Map<string, LatePurchase>()
  for await (const change of readChanges(tail)) {
    const paise = capturedBy(change)
    if (paise > 0)
      payments.push({ id: clientTxnIdOf(String(change.o.ref).split('/')[0] ?? ''), paise, source: 'tail' })
    for (const purchase of purchasesIn(change)) purchases.set(purchase.id, purchase)
  }
  return { payments, purchases: [...purchases.values()] }
}

/** Paise that a gateway received, by an entry of the ledger: its account is debited. */
function capturedBy({ op, collection, o }: Change): number {
  if (op !== 'i' || collection !== JournalEntryModel.collection.collectionName) return 0
  const postings = (o.postings ?? []) as { account: string; amountPaise: number }[]
  const paise = postings.map(({ account, amountPaise }) =>
    account.startsWith('gateway:') ? -Number(amountPaise) : 0,
  )
  return paise.reduce((sum, one) => sum + one, 0)
}

type UnitFields = { state?: unknown; supplierOrderId?: unknown }

/**
 * Units that a supplier delivered or accepted, by what MongoDB recorded of an order's change: `diff.sunits` has changed
 * units (`s0`) and replaced ones (`u0`), `diff.u.units` a replaced list.
 */
function purchasesIn({ op, collection, o, o2 }: Change): LatePurchase[] {
  if (op !== 'u' || collection !== OrderModel.collection.collectionName) return []
  const whole = Object.entries((o.diff?.u?.units ?? []) as UnitFields[])
  const parts = Object.entries((o.diff?.sunits ?? {}) as Record<string, Record<string, UnitFields>>)
  const changed = parts.flatMap(([key, value]): [string, UnitFields][] => {
    const [, kind, index] = /^([su])(\d+)$/.exec(key) ?? []
    if (index === undefined) return []
    return [[index, kind === 'u' ? (value as UnitFields) : { ...value.i, ...value.u }]]
  })
  return [...whole, ...changed]
    .filter(([, { state, supplierOrderId = '' }]) => state === 'delivered' || supplierOrderId !== '')
    .map(([index]) => ({ account: '', id: `${o2?._id}-${Number(index) + 1}`, source: 'tail' as const }))
}

/** Without those that the ledger has, and each once. */
async function unbooked(payments: readonly LatePayment[]): Promise<LatePayment[]> {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const paid = await paidHere([...byId.keys()])
  return [...byId.values()].filter(({ id }) => !paid.has(id))
}

type WithPayment = { _id: string; createdAt: Date; payment: IPayment | null }
const withPayments = [OrderModel, WalletTransactionModel] as unknown as Model<WithPayment>[]

const idsWhere = async (ids: readonly string[], where: object): Promise<Set<string>> => {
  const found = await Promise.all(
    withPayments.map((model) =>
      model.find({ _id: { $in: ids }, ...where }, { _id: 1 }).lean<{ _id: string }[]>(),
    ),
  )
  return new Set(found.flat().map(({ _id }) => _id))
}
const existing = (ids: readonly string[]) => idsWhere(ids, {})
const paidHere = (ids: readonly string[]) => idsWhere(ids, { 'payment.state': 'paid' })

async function unitsHere(refs: readonly string[]): Promise<Set<string>> {
  const orderIds = refs.map((ref) => ref.replace(/-\d+$/, ''))
  const orders = await existing(orderIds)
  return new Set(refs.filter((_ref, index) => orders.has(orderIds[index] ?? '')))
}

/** Asks the gateway about every payment that is still due. */
async function capturedOfOpenPayments(deps: ReviewDeps, unanswered: string[]): Promise<LatePayment[]> {
  const found: LatePayment[] = []
  for (const model of withPayments) {
    const open = model
      .find({ 'due.payment.at': { $type: 'date' } })
      .hint('due_payment')
      .lean<WithPayment[]>()
      .cursor()
    for await (const target of open) found.push(...(await capturedOf(deps, target, unanswered)))
  }
  return found
}

async function capturedOf(
  deps: ReviewDeps,
  { _id: id, createdAt, payment }: WithPayment,
  unanswered: string[],
): Promise<LatePayment[]> {
  if (!payment || payment.state === 'paid') return []
  const answers = await checkGateway(deps, { clientTxnId: id, createdAt, payment, isAside: true })
  if (answers.some(({ answer }) => answer.kind === 'unavailable')) unanswered.push(payment.gateway)
  return answers.flatMap(({ answer }) =>
    answer.kind === 'paid' ? [{ id, paise: answer.amountPaise, source: 'gateway' as const }] : [],
  )
}

const maxPages = 100

/** Orders that suppliers with a list have since the day of the restored moment, and that no unit here names. */
async function listedBySuppliers(
  { suppliers, clock }: ReviewDeps,
  restoredTo: Date,
  unanswered: string[],
): Promise<LatePurchase[]> {
  const unknown: LatePurchase[] = []
  for (const account of supplierNames) {
    for (const day of daysFrom(restoredTo, clock.now())) {
      const taken = await takenOnDay(suppliers.byName[account], day)
      if (!taken.isComplete) unanswered.push(account)
      const here = await supplierOrdersHere(taken.ids)
      for (const id of taken.ids.filter((one) => !here.has(one)))
        unknown.push({ account, id, source: 'supplier' })
    }
  }
  return unknown
}

/** The supplier's ids of the orders that it took on a day; none where it has no list. */
async function takenOnDay(supplier: Supplier, day: string): Promise<{ ids: string[]; isComplete: boolean }> {
  const ids: string[] = []
  for (let page = 1; supplier.listOrders && page <= maxPages; page += 1) {
    const list = await supplier.listOrders(day, page)
    if (list.kind === 'unavailable') return { ids, isComplete: false }
    ids.push(...list.orders.filter(({ state }) => state !== 'returned').map((one) => one.supplierOrderId))
    if (!list.hasMore) break
  }
  return { ids, isComplete: true }
}

/** Days by their date; a supplier's clock may be a day ahead or behind. */
function daysFrom(from: Date, to: Date): string[] {
  const dayMs = 86_400_000
  const days: string[] = []
  for (let at = from.getTime() - dayMs; at <= to.getTime() + dayMs; at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

async function supplierOrdersHere(ids: readonly string[]): Promise<Set<string>> {
  const orders = await OrderModel.find({ 'units.supplierOrderId': { $in: ids, $gt: '' } }, { units: 1 }).lean<
    { units: { supplierOrderId: string }[] }[]
  >()
  return new Set(orders.flatMap(({ units }) => units.map(({ supplierOrderId }) => supplierOrderId)))
}
