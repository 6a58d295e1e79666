import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import {
  deliverAgain,
  giveUpRedelivery,
  type RedeliveryTerms,
  redeliveryTerms,
} from '@jhatpat/shared/contracts/redeliveries.ts'
import type { Choice } from '@jhatpat/shared/ui/choice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../lib/may.ts'
import { useRefundAlone } from '../../lib/refund-limit.ts'
import { amountText, supplierTitles } from '../../lib/suppliers/supplier-texts.ts'
import { ticketsKey } from '../../lib/ticket-counts.ts'

/** `seen`: so many messages of the conversation stood on the screen. */
type Sent = { body: { text: string; seen: number; codeSeen?: true }; idempotencyKey: string }

/**
 * The ending by delivering again, with what it costs; of a report about a second delivery the way back to the first
 * order, where the money is.
 */
export function useAgain(order: BoardOrder) {
  const { call } = useServices()
  const mayMove = useMay()('board.move')
  const isAlone = order.leftToRefund <= useRefundAlone(order.orderid)
  const isSecond = order.redeliveryOf !== undefined
  const { data, error } = useQuery({
    queryKey: [...ticketsKey, 'again', order.orderid],
    queryFn: ({ signal }) => call(redeliveryTerms, { params: { id: order.orderid }, signal }),
    enabled: !isSecond && mayMove,
  })
  const params = { id: order.orderid }
  const send = ({ body, idempotencyKey }: Sent) =>
    call(isSecond ? giveUpRedelivery : deliverAgain, { params, body, idempotencyKey })
  return {
    send,
    buttonText: isSecond ? 'Give it up and answer' : 'Deliver again and answer',
    choice: isSecond
      ? giveUpChoice(mayMove)
      : againChoice(data, { mayMove, isAlone, isUnknown: error !== null }),
  }
}

const giveUpChoice = (mayMove: boolean): Choice<'again'> => ({
  value: 'again',
  label: 'Back to the first order',
  detail: mayMove
    ? 'Nothing was paid for this one. The first report opens again, with its refund.'
    : notYours,
  disabled: !mayMove,
})

const notYours = 'Ask operations: your role does not send orders.'

type Asked = { mayMove: boolean; isAlone: boolean; isUnknown: boolean }

function againChoice(
  terms: RedeliveryTerms | undefined,
  { mayMove, isAlone, isUnknown }: Asked,
): Choice<'again'> {
  const stop = mayMove ? (terms?.whyNot ?? '') : notYours
  const limit = isAlone ? '' : 'So dear an order takes two: ask for its refund.'
  const waits = terms ? '' : isUnknown ? 'What it costs could not be read.' : 'Reading what it costs …'
  const whyNot = stop || limit || waits
  return {
    value: 'again',
    label: 'Deliver again',
    detail: whyNot || (terms && costText(terms)),
    disabled: whyNot !== '',
  }
}

const accounts: Record<string, string> = supplierTitles

/** `Costs 177.5 points, ₹252. Smile.one BR has 5,310.5 points left. Free for the customer.` */
function costText({ delivery, cost, balance, packs }: RedeliveryTerms): string {
  if (delivery === 'by_hand') return 'We deliver it by hand once more. Free for the customer.'
  const rupees = cost?.rupees === undefined ? '' : `, ${formatRupees(cost.rupees)}`
  const costs = cost
    ? `Costs ${amountText(String(cost.amount), cost.unit)}${rupees}.`
    : 'What it costs is not known.'
  const left = balance
    ? `${accounts[balance.account] ?? balance.account} has ${amountText(String(balance.left), balance.unit)} left.`
    : 'The balance is not known.'
  const all = packs.length > 1 ? ` All ${packs.length} packs.` : ''
  return `${costs} ${left}${all} Free for the customer.`
}
