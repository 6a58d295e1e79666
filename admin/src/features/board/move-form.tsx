import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeLines } from '../../lib/deliver-codes/deliver-codes.tsx'
import { askText, useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
import { ActionForm } from './action-form.tsx'
import { actionsFor, askCost, questionOf } from './board-texts.ts'
import type { MoveTo } from './offered-moves.ts'
import type { DecisionInput } from './use-board-calls.ts'

const DeliverCodes = lazyComponent(() => import('../../lib/deliver-codes/deliver-codes.tsx'))
DeliverCodes.preload().catch(() => undefined)

type MoveFormProps = {
  order: BoardOrder
  to: MoveTo
  busy: boolean
  onBack: () => void
  onSubmit: (input: DecisionInput) => void
}

const variants = { Completed: 'ok', Refunded: 'accent', Cancelled: 'bad' } as const satisfies Record<
  MoveTo,
  ButtonProps['variant']
>

/** Asks for a reason, which may stay empty, and then moves the order, with what the customer gets to read. */
export function MoveForm({ order, to, onSubmit, ...rest }: MoveFormProps) {
  const [lines, setLines] = useState<CodeLines>()
  const hasMovedOn = useMovedOn(order, rest.onBack)
  const asksForCodes = to === 'Completed' && order.needsCodes
  const refundLimit = useRefundLimit(order.orderid)
  const asks = to === 'Refunded' && order.refundable > refundLimit
  if (hasMovedOn) return null
  return (
    <ActionForm
      label={asks ? askText : `Set to ${to}`}
      question={questionOf(order, to)}
      cost={asks ? askCost : (actionsFor(order).find((answer) => answer.to === to)?.cost ?? '')}
      reasonHint={
        to === 'Cancelled'
          ? 'Optional. Without one the customer reads ‘No reason provided’.'
          : 'Optional. The customer sees it.'
      }
      reasonsOf={to}
      keepsFocus={asksForCodes}
      variant={variants[to]}
      onSubmit={(reason) => onSubmit({ reason, codes: lines, ...(asks && { requestApproval: true }) })}
      {...rest}
    >
      {to === 'Refunded' && <RefundLimitNote orderid={order.orderid} />}
      {to === 'Completed' && order.delivery === 'manual' && (
        <Optional meanwhile={asksForCodes && <CodeSkeleton />}>
          <DeliverCodes onChange={setLines} isAsked={asksForCodes} />
        </Optional>
      )}
    </ActionForm>
  )
}

/** A question is about the order as it stood when it was asked: it ends when the order gets another status. */
function useMovedOn({ status }: BoardOrder, onBack: () => void): boolean {
  const [asked] = useState(status)
  const hasMovedOn = status !== asked
  const end = useEffectEvent(onBack)
  useEffect(() => {
    if (hasMovedOn) end()
  }, [hasMovedOn])
  return hasMovedOn
}

/** Has the focus until the code's field comes, so that no key of a code that is typed already means the board. */
function CodeSkeleton() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field
      small
      readOnly
      ref={field}
      label="The field for the code is loading"
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
