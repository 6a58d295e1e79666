import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import {
  giveUpRedelivery,
  type RedeliveryQuoteView,
  redeliverOrder,
  redeliveryQuote,
} from '@jhatpat/shared/contracts/redeliveries.ts'
import type { Choice } from '@jhatpat/shared/ui/choice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../lib/may.ts'
import { useRefundLimit } from '../../lib/refund-limit.ts'
import { amountText, nameOf } from '../../lib/suppliers/supplier-texts.ts'
import { ticketsKey } from '../../lib/ticket-counts.ts'

/** `readCount`: how many messages of the conversation were on the screen. */
type Sent = {
  body: { text: string; readCount: number; codeRevealed?: true; units?: string[] }
  idempotencyKey: string
}

/**
 * Resolution by redelivery, with its cost. The ticket of a redelivery refers to the original order,
 * which has the payment.
 */
export function useRedelivery(order: BoardOrder) {
  const { call } = useServices()
  const mayMove = usePermission()('orders.decide')
  const isWithinLimit = order.refundable <= useRefundLimit(order.orderid)
  const isSecond = order.redeliveryOf !== undefined
  const params = { id: order.orderid }
  const queryKey = [...ticketsKey, 'redelivery', order.orderid]
  const whole = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(redeliveryQuote, { params, signal }),
    enabled: !isSecond && mayMove,
  })
  const picked = usePicked(order.orderid, whole.data?.units ?? [])
  const packs = picked.chosen.join(',')
  const some = useQuery({
    queryKey: [...queryKey, packs],
    queryFn: ({ signal }) => call(redeliveryQuote, { params, query: { units: packs }, signal }),
    enabled: picked.isPart && packs !== '',
    // Keeps the previous quote until the new one arrives, so that the layout is stable; sending is
    // disabled in between.
    placeholderData: (before) => before ?? (picked.isOwn ? whole.data : undefined),
  })
  const isNone = picked.isPart && packs === ''
  const { data, error, isPlaceholderData } = picked.isPart ? some : whole
  const choice = isSecond
    ? giveUpChoice(mayMove)
    : againChoice(isNone ? undefined : data, { mayMove, isWithinLimit, isUnknown: error !== null, isNone })
  const isReading = !isSecond && error === null && !isNone && (data === undefined || isPlaceholderData)
  const send = ({ body, idempotencyKey }: Sent) =>
    call(isSecond ? giveUpRedelivery : redeliverOrder, { params, body, idempotencyKey })
  return {
    send,
    picked,
    unit: whole.data?.cost?.unit ?? whole.data?.balance?.unit,
    /**
     * A selection of units may be affordable where all are not. Pointless for an admin who may send
     * none.
     */
    mayPick: picked.packs.length > 1 && isWithinLimit,
    isReading,
    /** It is certain that it can't be sent. */
    isStopped: choice.disabled === true && !isReading,
    buttonText: isSecond ? 'Give it up and answer' : `Deliver ${partText(picked)}again and answer`,
    choice,
  }
}

/** `2 of 3 packs `, where a part is selected. */
const partText = ({ packs, chosen, isPart }: ReturnType<typeof usePicked>): string =>
  isPart && chosen.length > 0 ? `${chosen.length} of ${packs.length} packs ` : ''

type Packs = RedeliveryQuoteView['units']

/**
 * The selected units: by default those that may not have arrived, or all if each is reported as
 * delivered. The first default stays, so that a later reply never extends the selection on the
 * screen.
 */
function usePicked(orderid: string, packs: Packs) {
  const [own, setOwn] = useState<{ orderid: string; refs: readonly string[]; isOwn: boolean }>()
  const doubtful = packs.filter(({ isCertain }) => !isCertain)
  const refs = (doubtful.length > 0 ? doubtful : packs).map(({ ref }) => ref)
  if (packs.length > 0 && own?.orderid !== orderid) setOwn({ orderid, refs, isOwn: false })
  const meant = own?.orderid === orderid ? own.refs : refs
  const chosen = packs.map(({ ref }) => ref).filter((ref) => meant.includes(ref))
  return {
    packs,
    chosen,
    isPart: chosen.length < packs.length,
    /** The admin has changed the selection. */
    isOwn: own?.orderid === orderid && own.isOwn,
    choose: (wanted: readonly string[]) => setOwn({ orderid, refs: wanted, isOwn: true }),
  }
}

const giveUpChoice = (mayMove: boolean): Choice<'redelivered'> => ({
  value: 'redelivered',
  label: 'Back to the first order',
  detail: mayMove
    ? 'Nothing was paid for this one. The first report opens again, with its refund.'
    : notYours,
  disabled: !mayMove,
})

const notYours = 'Ask operations: your role does not send orders.'

type Asked = { mayMove: boolean; isWithinLimit: boolean; isUnknown: boolean; isNone: boolean }

function againChoice(
  terms: RedeliveryQuoteView | undefined,
  { mayMove, isWithinLimit, isUnknown, isNone }: Asked,
): Choice<'redelivered'> {
  const stop = mayMove ? (terms?.blockedReason ?? '') : notYours
  const limit = isWithinLimit ? '' : 'So dear an order takes two: ask for its refund.'
  const waits = terms
    ? ''
    : isNone
      ? 'Choose a pack below.'
      : isUnknown
        ? 'What it costs could not be read.'
        : 'Reading what it costs …'
  const blockedReason = stop || limit || waits
  return {
    value: 'redelivered',
    label: 'Deliver again',
    detail: blockedReason || (terms && costText(terms)),
    disabled: blockedReason !== '',
  }
}

/** `Costs 177.5 points, ₹252. Smile.one BR has 5,310.5 points left. Free for the customer.` */
function costText({ delivery, cost, balance }: RedeliveryQuoteView): string {
  if (delivery === 'manual') return 'We deliver it by hand once more. Free for the customer.'
  const rupees = cost?.rupees === undefined ? '' : `, ${formatRupees(cost.rupees)}`
  const costs = cost
    ? `Costs ${amountText(String(cost.amount), cost.unit)}${rupees}.`
    : 'What it costs is not known.'
  const left = balance
    ? `${nameOf(balance.account)} has ${amountText(String(balance.left), balance.unit)} left.`
    : 'The balance is not known.'
  return `${costs} ${left} Free for the customer.`
}
