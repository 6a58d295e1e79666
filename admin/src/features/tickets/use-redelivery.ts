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
import { usePermission } from '../../lib/me.ts'
import { useRefundLimit } from '../../lib/refund-limit.ts'
import { nameOf } from '../../lib/suppliers/supplier-names.ts'
import { amountText } from '../../lib/suppliers/supplier-texts.ts'
import { ticketsKey } from '../../lib/ticket-counts.ts'

/** `readCount`: how many messages of the conversation were on the screen. */
type SendInput = {
  body: { text: string; readCount: number; codeRevealed?: true; units?: string[] }
  idempotencyKey: string
}

/**
 * Resolution by redelivery, with its cost. The ticket of a redelivery refers to the original order,
 * which has the payment.
 */
export function useRedelivery(order: BoardOrder) {
  const { call } = useServices()
  const mayDecide = usePermission()('orders.decide')
  const isWithinLimit = order.refundable <= useRefundLimit(order.orderid)
  const isSecond = order.redeliveryOf !== undefined
  const params = { id: order.orderid }
  const queryKey = [...ticketsKey, 'redelivery', order.orderid]
  const fullQuote = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(redeliveryQuote, { params, signal }),
    enabled: !isSecond && mayDecide,
  })
  const picked = useSelectedUnits(order.orderid, fullQuote.data?.units ?? [])
  const selectedRefs = picked.chosen.join(',')
  const partialQuote = useQuery({
    queryKey: [...queryKey, selectedRefs],
    queryFn: ({ signal }) => call(redeliveryQuote, { params, query: { units: selectedRefs }, signal }),
    enabled: picked.isPart && selectedRefs !== '',
    // Keeps the previous quote until the new one arrives, so that the layout is stable; sending is
    // disabled in between.
    placeholderData: (before) => before ?? (picked.isOwn ? fullQuote.data : undefined),
  })
  const isNone = picked.isPart && selectedRefs === ''
  const { data, error, isPlaceholderData } = picked.isPart ? partialQuote : fullQuote
  const choice = isSecond
    ? giveUpChoice(mayDecide)
    : redeliveryChoice(isNone ? undefined : data, {
        mayDecide,
        isWithinLimit,
        isUnknown: error !== null,
        isNone,
      })
  const isReading = !isSecond && error === null && !isNone && (data === undefined || isPlaceholderData)
  const send = ({ body, idempotencyKey }: SendInput) =>
    call(isSecond ? giveUpRedelivery : redeliverOrder, { params, body, idempotencyKey })
  return {
    send,
    picked,
    unit: fullQuote.data?.cost?.unit ?? fullQuote.data?.balance?.unit,
    /**
     * A selection of units may be affordable where all are not. Pointless for an admin who may send
     * none.
     */
    mayPick: picked.units.length > 1 && isWithinLimit,
    isReading,
    /** It is certain that it can't be sent. */
    isStopped: choice.disabled === true && !isReading,
    buttonText: isSecond ? 'Cancel and reply' : `Resend ${partText(picked)}and reply`,
    choice,
  }
}

/** `2 of 3 units `, where a part is selected. */
const partText = ({ units, chosen, isPart }: ReturnType<typeof useSelectedUnits>): string =>
  isPart && chosen.length > 0 ? `${chosen.length} of ${units.length} units ` : ''

type QuoteUnits = RedeliveryQuoteView['units']

/**
 * The selected units: by default those that may not have arrived, or all if each is reported as
 * delivered. The first default stays, so that a later reply never extends the selection on the
 * screen.
 */
function useSelectedUnits(orderid: string, units: QuoteUnits) {
  const [own, setOwn] = useState<{ orderid: string; refs: readonly string[]; isOwn: boolean }>()
  const uncertain = units.filter(({ isCertain }) => !isCertain)
  const refs = (uncertain.length > 0 ? uncertain : units).map(({ ref }) => ref)
  if (units.length > 0 && own?.orderid !== orderid) setOwn({ orderid, refs, isOwn: false })
  const selected = own?.orderid === orderid ? own.refs : refs
  const chosen = units.map(({ ref }) => ref).filter((ref) => selected.includes(ref))
  return {
    units,
    chosen,
    isPart: chosen.length < units.length,
    /** The admin has changed the selection. */
    isOwn: own?.orderid === orderid && own.isOwn,
    choose: (wanted: readonly string[]) => setOwn({ orderid, refs: wanted, isOwn: true }),
  }
}

const giveUpChoice = (mayDecide: boolean): Choice<'redelivered'> => ({
  value: 'redelivered',
  label: 'Original order',
  detail: mayDecide ? 'No payment here. Ticket reopens on the original with its refund.' : notYours,
  disabled: !mayDecide,
})

const notYours = 'Ask Operations, your role can’t send orders.'

type QuoteState = { mayDecide: boolean; isWithinLimit: boolean; isUnknown: boolean; isNone: boolean }

function redeliveryChoice(
  quote: RedeliveryQuoteView | undefined,
  { mayDecide, isWithinLimit, isUnknown, isNone }: QuoteState,
): Choice<'redelivered'> {
  const rejection = mayDecide ? (quote?.blockedReason ?? '') : notYours
  const limit = isWithinLimit ? '' : 'This amount needs approval; request a refund.'
  const pendingText = quote
    ? ''
    : isNone
      ? 'Select a unit below.'
      : isUnknown
        ? 'Couldn’t load the cost.'
        : 'Loading cost…'
  const blockedReason = rejection || limit || pendingText
  return {
    value: 'redelivered',
    label: 'Resend',
    detail: blockedReason || (quote && costText(quote)),
    disabled: blockedReason !== '',
  }
}

/** `Costs 177.5 points, ₹252. Smile.one BR has 5,310.5 points left. Free for the customer.` */
function costText({ delivery, cost, balance }: RedeliveryQuoteView): string {
  if (delivery === 'manual') return 'We’ll deliver it manually. Free for the customer.'
  const rupees = cost?.rupees === undefined ? '' : `, ${formatRupees(cost.rupees)}`
  const costs = cost ? `Costs ${amountText(String(cost.amount), cost.unit)}${rupees}.` : 'Cost unknown.'
  const left = balance
    ? `${nameOf(balance.account)} has ${amountText(String(balance.left), balance.unit)} left.`
    : 'Balance unknown.'
  return `${costs} ${left} Free for the customer.`
}
