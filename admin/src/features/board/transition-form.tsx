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
import type { TransitionTarget } from './transition-targets.ts'
import type { DecisionInput } from './use-board-calls.ts'

export const DeliverCodes = lazyComponent(() => import('../../lib/deliver-codes/deliver-codes.tsx'))
DeliverCodes.preload().catch(() => undefined)

type TransitionFormProps = {
  order: BoardOrder
  to: TransitionTarget
  busy: boolean
  onBack: () => void
  onSubmit: (input: DecisionInput) => void
}

const variants = { Completed: 'ok', Refunded: 'accent', Cancelled: 'bad' } as const satisfies Record<
  TransitionTarget,
  ButtonProps['variant']
>

/** Asks for an optional reason and transitions the order; shows the text that the customer receives. */
export function TransitionForm({ order, to, onSubmit, ...rest }: TransitionFormProps) {
  const [lines, setLines] = useState<CodeLines>()
  const hasMovedOn = useHasStatusChanged(order, rest.onBack)
  const asksForCodes = to === 'Completed' && order.needsCodes
  const refundLimit = useRefundLimit(order.orderid)
  const needsApproval = to === 'Refunded' && order.refundable > refundLimit
  if (hasMovedOn) return null
  return (
    <ActionForm
      label={needsApproval ? askText : `Set to ${to}`}
      question={questionOf(order, to)}
      cost={needsApproval ? askCost : (actionsFor(order).find((answer) => answer.to === to)?.cost ?? '')}
      reasonHint={
        to === 'Cancelled'
          ? 'Optional. Without one the customer reads ‘No reason provided’.'
          : 'Optional. The customer sees it.'
      }
      reasonsOf={to}
      keepsFocus={asksForCodes}
      variant={variants[to]}
      onSubmit={(reason) =>
        onSubmit({ reason, codes: lines, ...(needsApproval && { requestApproval: true }) })
      }
      {...rest}
    >
      {to === 'Refunded' && <RefundLimitNote orderid={order.orderid} />}
      {to === 'Completed' && order.delivery === 'manual' && (
        <Optional meanwhile={asksForCodes && <CodeSkeleton />}>
          <DeliverCodes onChange={setLines} isRequired={asksForCodes} />
        </Optional>
      )}
    </ActionForm>
  )
}

/** The form refers to the order's status when it was opened: it closes when the status changes. */
function useHasStatusChanged({ status }: BoardOrder, onBack: () => void): boolean {
  const [initialStatus] = useState(status)
  const hasMovedOn = status !== initialStatus
  const end = useEffectEvent(onBack)
  useEffect(() => {
    if (hasMovedOn) end()
  }, [hasMovedOn])
  return hasMovedOn
}

/**
 * Holds the focus until the code field loads, so that characters typed early do not trigger board
 * keys.
 */
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
