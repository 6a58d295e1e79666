import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

/**
 * Whether an order answers to a pasted text: any of its ids, the player's id, the e-mail, the mobile number, a
 * name or a bank reference. Blanks, hyphens and case don't matter, so ids may come in groups.
 */
export function matchesSearch(order: BoardOrder, text: string): boolean {
  const wanted = bare(text)
  return wanted === '' || searchable(order).some((value) => bare(value).includes(wanted))
}

function searchable(order: BoardOrder): string[] {
  return [
    order.orderid,
    order._id,
    order.client_txn_id,
    order.transactionid,
    order.input1,
    order.input2,
    `${order.input1}(${order.input2})`,
    order.username,
    order.useremail,
    order.customer.name,
    order.customer.mobilenumber,
    `91${order.customer.mobilenumber}`,
    order.itemname,
    order.product.name,
    ...order.timeline.flatMap((entry) => (entry.reference ? [entry.reference] : [])),
  ]
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s+-]+/g, '')
}
