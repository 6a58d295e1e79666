import { type SupplierName, supplierNameFor } from '../../../contracts/api-types.ts'
import { toRupees } from '../../../contracts/money.ts'
import type { RedeliveryQuoteView } from '../../../contracts/redeliveries.ts'
import type { Deps } from '../../deps.ts'
import {
  amountTenThousandths,
  BalanceModel,
  type IBalance,
  type IUnit,
  type ListCost,
  readListCosts,
} from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { paidUnits, redeliveryBlocker } from '../rules/redelivery-rules.ts'

/**
 * The cost of a redelivery, for the admin who resolves the ticket.
 * @param refs the units; all paid units if omitted
 */
export async function redeliveryQuoteView(
  deps: Parameters<typeof redeliveryQuote>[0],
  order: OrderDoc,
  refs?: readonly string[] | undefined,
): Promise<RedeliveryQuoteView> {
  const { blockedReason, cost, costPaise, balance } = await redeliveryQuote(deps, order, refs)
  return {
    blockedReason,
    delivery: order.delivery,
    units: redeliveryBlocker(order) ? [] : paidUnits(order).map((unit) => unitView(order, unit)),
    cost: cost
      ? {
          amount: cost.amount,
          unit: cost.unit,
          ...(costPaise === undefined ? {} : { rupees: toRupees(costPaise) }),
        }
      : null,
    balance: balance ? { ...balance, readAt: balance.readAt.toISOString() } : null,
  }
}

/** A unit is certain if its supplier has reported the delivery and not contradicted it since. */
function unitView({ supplierConflicts }: OrderDoc, { ref, cost, state, supplierOrderId }: IUnit) {
  const isDenied = supplierConflicts.some(
    ({ kind, unit, closedAt }) => kind === 'not_delivered' && unit === ref && !closedAt,
  )
  return { ref, cost: cost ?? '', supplierOrderId, isCertain: state === 'delivered' && !isDenied }
}

/** Amounts are decimal numbers in the account's own currency. */
export type RedeliveryQuote = {
  /** A sentence; empty if a redelivery is possible. */
  blockedReason: string
  units: IUnit[]
  /** Undefined if a price was never listed, and for manual deliveries. */
  cost: ListCost | undefined
  costPaise: number | undefined
  balance: { account: SupplierName; left: number; unit: string; readAt: Date } | undefined
}

type QuoteDeps = Pick<Deps, 'env' | 'suppliers'>

/**
 * The cost of a redelivery of units, from the last price list and balance; no supplier is called.
 * @param refs the units; undefined for all paid units
 */
export async function redeliveryQuote(
  deps: QuoteDeps,
  order: OrderDoc,
  refs?: readonly string[] | undefined,
): Promise<RedeliveryQuote> {
  const paid = paidUnits(order)
  const units = refs ? paid.filter(({ ref }) => refs.includes(ref)) : paid
  const unpriced = { units, cost: undefined, costPaise: undefined, balance: undefined }
  const blocker = redeliveryBlocker(order)
  if (order.delivery === 'manual') return { ...unpriced, blockedReason: blocker }
  const account = supplierNameFor(order.item.apiType)
  if (!account || !deps.suppliers.forApiType(order.item.apiType)) {
    return { ...unpriced, blockedReason: blocker || 'No supplier has this item any more. Refund it.' }
  }
  const priced = await readListCosts([{ account, supplierItemIds: idsOf(units) }])
  const cost = priced({ account, supplierItemIds: idsOf(units) })
  const balance = balanceOf(account, await BalanceModel.findById(account).lean<IBalance | null>())
  const unitPaise = deps.env.SUPPLIER_CURRENCY_PAISE.get(account)
  const costPaise = cost && unitPaise !== undefined ? Math.ceil(cost.amount * unitPaise - 1e-6) : undefined
  const blockedReason =
    blocker || (units.length === 0 ? 'None of its units were paid for.' : balanceBlocker(cost, balance))
  return { blockedReason, units, cost, costPaise, balance }
}

const idsOf = (units: readonly IUnit[]) => units.map(({ supplierItemId }) => supplierItemId)

/**
 * The balance that waiting orders do not need. Unlike the available funds of the forecast it includes the
 * reserve, which is meant for cases like this.
 */
function balanceOf(account: SupplierName, balance: IBalance | null): RedeliveryQuote['balance'] {
  const amount = balance && amountTenThousandths(balance.amount)
  if (!balance?.readAt || amount === undefined || amount === null) return undefined
  const { bought = 0, waiting = 0 } = balance.forecast ?? {}
  const left = Math.max(0, amount - bought - waiting) / 10_000
  return { account, left, unit: balance.unit, readAt: balance.readAt }
}

function balanceBlocker(cost: ListCost | undefined, balance: RedeliveryQuote['balance']): string {
  if (!cost || !balance || cost.unit !== balance.unit || cost.amount <= balance.left) return ''
  return `${balance.account} has ${balance.left} ${balance.unit} left, and it costs ${cost.amount}. Top it up, or refund.`
}
