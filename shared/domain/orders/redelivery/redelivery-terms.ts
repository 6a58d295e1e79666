import { type SupplierName, supplierNameFor } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import { BalanceModel, type IBalance, type IUnit, amountTenThousandths } from '../../fulfilment/index.ts'
import { type ListCost, readListCosts } from '../../supply/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { paidPacks, whyNotAgain } from './redelivery-rules.ts'

/** Amounts in the account's own unit, as decimal numbers. */
export type Terms = {
  /** A sentence; empty where it can be sent again. */
  whyNot: string
  packs: IUnit[]
  /** Undefined where a price was never listed, and for what people deliver. */
  cost: ListCost | undefined
  costPaise: number | undefined
  balance: { account: SupplierName; left: number; unit: string; readAt: Date } | undefined
}

type TermsDeps = Pick<Deps, 'env' | 'suppliers'>

/**
 * What it would cost to send packs of an order again, by the price list and the balance as they were last read; nobody
 * is asked.
 * @param refs the packs; undefined for all that were paid
 */
export async function termsOf(
  deps: TermsDeps,
  order: OrderDoc,
  refs?: readonly string[] | undefined,
): Promise<Terms> {
  const paid = paidPacks(order)
  const packs = refs ? paid.filter(({ ref }) => refs.includes(ref)) : paid
  const nothing = { packs, cost: undefined, costPaise: undefined, balance: undefined }
  const own = whyNotAgain(order)
  if (order.delivery === 'by_hand') return { ...nothing, whyNot: own }
  const account = supplierNameFor(order.item.apiType)
  if (!account || !deps.suppliers.forApiType(order.item.apiType)) {
    return { ...nothing, whyNot: own || 'Nobody supplies it any more: refund it.' }
  }
  const priced = await readListCosts([{ account, supplierItemIds: idsOf(packs) }])
  const cost = priced({ account, supplierItemIds: idsOf(packs) })
  const balance = balanceOf(account, await BalanceModel.findById(account).lean<IBalance | null>())
  const unitPaise = deps.env.SUPPLIER_CURRENCY_PAISE.get(account)
  const costPaise = cost && unitPaise !== undefined ? Math.ceil(cost.amount * unitPaise - 1e-6) : undefined
  const whyNot = own || (packs.length === 0 ? 'None of its packs was paid for.' : tooFew(cost, balance))
  return { whyNot, packs, cost, costPaise, balance }
}

const idsOf = (packs: readonly IUnit[]) => packs.map(({ supplierItemId }) => supplierItemId)

/** What is not bound by orders that wait already; its own `free` also leaves the reserve, which is for just this. */
function balanceOf(account: SupplierName, known: IBalance | null): Terms['balance'] {
  const held = known && amountTenThousandths(known.amount)
  if (!known?.readAt || held === undefined || held === null) return undefined
  const { bought = 0, waiting = 0 } = known.forecast ?? {}
  const left = Math.max(0, held - bought - waiting) / 10_000
  return { account, left, unit: known.unit, readAt: known.readAt }
}

function tooFew(cost: ListCost | undefined, balance: Terms['balance']): string {
  if (!cost || !balance || cost.unit !== balance.unit || cost.amount <= balance.left) return ''
  return `${balance.account} has ${balance.left} ${balance.unit} left, and it costs ${cost.amount}. Top it up, or refund.`
}
