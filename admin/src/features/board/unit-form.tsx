import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatPaise, parseAmount, toRupees } from '@jhatpat/shared/contracts/money.ts'
import type { ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { plainRupees, rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
import { useRef, useState } from 'react'
import { askText, useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
import { ActionForm } from './action-form.tsx'
import { askCost } from './board-texts.ts'
import { type DecisionDraft, useDecisionDraft } from './decision-drafts.ts'
import type { UnitAction, UnitDecision } from './open-units.ts'
import { ChanceNote } from './unclear/chance-note.tsx'
import { choiceOf, isPartialRefund, unitQuestion } from './unit-actions.ts'
import { withRisk } from './unit-risk.ts'

type UnitFormProps = {
  order: BoardOrder
  decision: UnitDecision
  busy: boolean
  blocked: string | undefined
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
  const draft = useDecisionDraft(order.orderid, decision)
  const refundLimit = useRefundLimit(order.orderid)
  if (!choice) return null
  if (decision.answer === 'refund' && isPartialRefund(order)) {
    const submit = (amount: number, reason: string) => {
      draft.keep({ reason, amount: plainRupees(rupeesToPaise(amount)) })
      onSubmit({ ...decision, amount, ...(amount > refundLimit && { requestApproval: true }) }, reason)
    }
    return (
      <PartialRefundForm
        order={order}
        refundLimit={refundLimit}
        unit={decision.unit}
        cost={withRisk(order, decision, choice.cost)}
        start={draft.start}
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
      cost={needsApproval ? askCost : withRisk(order, decision, choice.cost)}
      {...(isRefund ? { reasonsOf: 'Refunded' as const } : {})}
      reasonHint="Optional. Shown to the customer."
      variant={variants[decision.answer]}
      startReason={draft.start?.reason}
      onSubmit={(reason) => {
        draft.keep({ reason })
        onSubmit(needsApproval ? { ...decision, requestApproval: true } : decision, reason)
      }}
      {...rest}
    >
      <ChanceNote orderid={order.orderid} unit={decision.unit} />
      {isRefund && <RefundLimitNote orderid={order.orderid} />}
    </ActionForm>
  )
}

type PartialRefundFormProps = {
  order: BoardOrder
  /** The unit that is decided. */
  unit: string
  /** The consequence as a sentence without its full stop. */
  cost: string
  /** Rupees that this admin may refund without approval. */
  refundLimit: number
  start: DecisionDraft | undefined
  busy: boolean
  blocked: string | undefined
  onBack: () => void
  /** `amount` in rupees. */
  onSubmit: (amount: number, reason: string) => void
}

/** The refund of what was not delivered. The proposed amount can be corrected first. */
function PartialRefundForm({
  order,
  unit,
  cost,
  refundLimit,
  start,
  busy,
  blocked,
  onBack,
  onSubmit,
}: PartialRefundFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [suggestedRefundPaise] = useState(() => rupeesToPaise(order.suggestedRefund))
  const [sum, setSum] = useState(start?.amount ?? plainRupees(suggestedRefundPaise))
  const refundablePaise = rupeesToPaise(order.refundable)
  const missing = order.units.total - order.units.delivered
  const paise = parseAmount(sum)
  const wrong = invalidAmount(paise, refundablePaise)
  const needsApproval = !wrong && paise !== undefined && toRupees(paise) > refundLimit
  const submit = (reason: string) => {
    if (wrong || paise === undefined) field.current?.focus()
    else onSubmit(toRupees(paise), reason)
  }
  return (
    <ActionForm
      label={needsApproval ? askText : labelOf(wrong ? undefined : paise)}
      question={`Amount to refund to ${order.customer.name}’s wallet`}
      busy={busy}
      blocked={blocked}
      onBack={onBack}
      cost={needsApproval ? askCost : cost}
      reasonsOf="Refunded"
      startReason={start?.reason}
      reasonHint="Optional. Shown to the customer."
      variant="accent"
      onSubmit={submit}
    >
      <ChanceNote orderid={order.orderid} unit={unit} />
      <RefundLimitNote orderid={order.orderid} />
      <Field
        small
        ref={field}
        label="Amount"
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        hint={`Suggested: ${formatPaise(suggestedRefundPaise)}, the share of ${missing} of ${order.units.total} units in the price. Refundable: ${formatPaise(refundablePaise)}.`}
        error={wrong}
        value={sum}
        onChange={(event) => setSum(event.target.value)}
      />
    </ActionForm>
  )
}

const labelOf = (paise: number | undefined) =>
  paise === undefined ? 'Refund' : `Refund ${formatPaise(paise)}`

function invalidAmount(paise: number | undefined, refundablePaise: number): string | undefined {
  if (paise === undefined || paise < 1) return 'Please enter a valid amount.'
  return paise > refundablePaise ? `Maximum refundable: ${formatPaise(refundablePaise)}` : undefined
}
