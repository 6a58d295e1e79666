import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { rupeesText } from './order-status-text.ts'

/** What a report holds without a word of the customer's, as far as this order has it. */
export function attachedFacts(order: Order): string[] {
  const { input1, input2, username, transactionid, paymentmode } = order
  const delivery = order.timeline.findLast(({ step }) => step === 'unit_delivered')?.reference
  const account = input2 ? `${input1} (${input2})` : input1
  const id = groupId(order.orderid)
  return [
    t('Order {id}, {item} for {sum}, to {account}', {
      ...{ id, item: order.itemname, sum: rupeesText(order.value), account },
    }),
    ...(username ? [t('The name that was checked: {name}', { name: username })] : []),
    ...(transactionid
      ? [t(paymentmode === 'upi' ? 'Bank reference {id}' : 'Wallet transaction {id}', { id: transactionid })]
      : []),
    ...(delivery ? [t('The supplier’s delivery number {id}', { id: delivery })] : []),
    t('Everything that happened to the order, with its times'),
  ]
}
