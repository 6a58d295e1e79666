import type { JournalEntry } from '../wire/journal.ts'
import { textOf } from '../wire/text-of.ts'

export type MooGoldOrder = {
  id: number
  /** The account that placed it; no other account finds it. */
  partnerId: string
  partnerOrderId: string
  variationId: number
  product: string
  account: Record<string, string>
  /** The account fields that were understood. */
  fields: readonly string[]
  quantity: number
  totalCents: number
  createdAt: string
  /** One per lookup; the last one stays. */
  statuses: readonly string[]
  /** The codes that it delivers. */
  codes: readonly string[]
  step: number
  status: string
}

/**
 * The supplier's orders and wallet, rebuilt from its journal: `order`, `status`, `delivery`, `refund`,
 * `balance_set`.
 */
export function createMooGoldOrders(openingCents: number, firstPartner: string) {
  const byId = new Map<number, MooGoldOrder>()
  const byPartner = new Map<string, MooGoldOrder>()
  const book = {
    balanceCents: openingCents,
    byId,
    byPartnerId: (partnerId: string, partnerOrderId: string) =>
      byPartner.get(`${partnerId}/${partnerOrderId}`),
    clear() {
      byId.clear()
      byPartner.clear()
      book.balanceCents = openingCents
    },
    fold(entry: JournalEntry): void {
      if (typeof entry.balance_after === 'string') book.balanceCents = cents(entry.balance_after)
      if (entry.kind === 'order') add(openOrder(entry, firstPartner))
      const order = byId.get(Number(entry.order_id))
      if (!order || typeof entry.status !== 'string') return
      order.status = entry.status
      order.step = Number(entry.step)
    },
  }
  return book

  function add(order: MooGoldOrder): void {
    byId.set(order.id, order)
    if (order.partnerOrderId !== '') byPartner.set(`${order.partnerId}/${order.partnerOrderId}`, order)
  }
}

export const cents = (text: string): number => Math.round(Number(text) * 100)
export const dollars = (value: number): string => (value / 100).toFixed(2)

const openOrder = (entry: JournalEntry, firstPartner: string): MooGoldOrder => ({
  id: Number(entry.order_id),
  partnerId: textOf(entry.partnerId ?? firstPartner),
  partnerOrderId: textOf(entry.partnerOrderId),
  variationId: Number(entry.variation_id),
  product: String(entry.product),
  account: entry.account as Record<string, string>,
  fields: (entry.fields as string[] | undefined) ?? Object.keys(entry.account as object),
  quantity: Number(entry.quantity),
  totalCents: cents(String(entry.total)),
  createdAt: entry.at,
  statuses: entry.statuses as string[],
  codes: (entry.codes as string[] | undefined) ?? [],
  step: -1,
  status: 'processing',
})
