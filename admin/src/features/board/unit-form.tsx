import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { askText, useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
import { ActionForm } from './action-form.tsx'
import { askCost } from './board-texts.ts'
import { PartialRefundForm } from './partial-refund-form.tsx'
import { ChanceNote } from './unclear/chance-note.tsx'
import {
  choiceOf,
  isPartialRefund,
  type UnitAction,
  type UnitDecision,
  unitQuestion,
} from './unit-actions.ts'

type UnitFormProps = {
  order: BoardOrder
  decision: UnitDecision
  busy: boolean
  onBack: () => void
  onSubmit: (decision: UnitDecision, reason: string) => void
}

const variants = { delivered: 'ok', retry_unit: 'accent', refund: 'accent' } as const satisfies Record<
  UnitAction,
  ButtonProps['variant']
>

/** Repeats the cost of a unit action. A reason is asked for where the customer sees the result. */
export function UnitForm({ order, decision, onSubmit, ...rest }: UnitFormProps) {
  const choice = choiceOf(order, decision)
  const refundLimit = useRefundLimit(order.orderid)
  if (!choice) return null
  if (decision.answer === 'refund' && isPartialRefund(order)) {
    const submit = (amount: number, reason: string) =>
      onSubmit({ ...decision, amount, ...(amount > refundLimit && { requestApproval: true }) }, reason)
    return (
      <PartialRefundForm
        order={order}
        refundLimit={refundLimit}
        unit={decision.unit}
        cost={choice.cost}
        onSubmit={submit}
        {...rest}
      />
    )
  }
  const isRefund = decision.answer === 'refund' && !order.redeliveryOf
  const needsApproval = isRefund && order.suggestedRefund > refundLimit
  return (
    <ActionForm
      label={needsApproval ? askText : choice.title}
      question={unitQuestion(order, decision)}
      cost={needsApproval ? askCost : choice.cost}
      {...(isRefund ? { reasonsOf: 'Refunded' as const } : {})}
      reasonHint="Optional. The customer sees it."
      variant={variants[decision.answer]}
      onSubmit={(reason) =>
        onSubmit(needsApproval ? { ...decision, requestApproval: true } : decision, reason)
      }
      {...rest}
    >
      <ChanceNote orderid={order.orderid} unit={decision.unit} />
      {isRefund && <RefundLimitNote orderid={order.orderid} />}
    </ActionForm>
  )
}
