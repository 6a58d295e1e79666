import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeLines } from '../../lib/deliver-codes/deliver-codes.tsx'
import { askText, useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
import { ActionForm } from './action-form.tsx'
import { actionsFor, askCost, questionOf } from './board-texts.ts'
import { useDecisionDraft } from './decision-drafts.ts'
import type { TransitionTarget } from './transition-targets.ts'
import type { DecisionInput } from './use-board-calls.ts'

export const DeliverCodes = lazyComponent(() => import('../../lib/deliver-codes/deliver-codes.tsx'))
DeliverCodes.preload().catch(() => undefined)

type TransitionFormProps = {
  order: BoardOrder
  to: TransitionTarget
  busy: boolean
  blocked: string | undefined
  onBack: () => void
  onSubmit: (input: DecisionInput) => void
}

const variants = { Completed: 'ok', Refunded: 'accent', Cancelled: 'bad' } as const satisfies Record<
  TransitionTarget,
  ButtonProps['variant']
>

/**
 * Asks for a reason and transitions the order; shows the text that the customer receives. An order of codes is
 * completed with a code, or with a stated reason why there is none.
 */
export function TransitionForm({ order, to, onSubmit, ...rest }: TransitionFormProps) {
  const draft = useDecisionDraft(order.orderid, to)
  const [lines, setLines] = useState<CodeLines>(draft.start?.codes)
  const asksForCodes = to === 'Completed' && order.needsCodes
  const [isWithoutCode, setIsWithoutCode] = useState(false)
  const hasMovedOn = useHasStatusChanged(order, rest.onBack)
  const refundLimit = useRefundLimit(order.orderid)
  const needsApproval = to === 'Refunded' && order.refundable > refundLimit
  const missing = asksForCodes && !isWithoutCode ? codeCount(order) - (lines?.length ?? 0) : 0
  if (hasMovedOn) return null
  return (
    <ActionForm
      key={String(isWithoutCode)}
      label={needsApproval ? askText : labelOf(to, isWithoutCode)}
      question={questionOf(order, to)}
      cost={needsApproval ? askCost : costOf(order, to)}
      {...reasonTexts(order, to, isWithoutCode)}
      startReason={draft.start?.reason}
      canSubmit={(reason) => (isWithoutCode ? reason.trim() !== '' : missing <= 0)}
      keepsFocus={asksForCodes && !isWithoutCode}
      variant={variants[to]}
      onSubmit={(reason) => {
        const codes = isWithoutCode ? undefined : lines
        draft.keep({ reason, codes })
        onSubmit({ reason, codes, ...(needsApproval && { requestApproval: true }) })
      }}
      {...rest}
    >
      {to === 'Refunded' && <RefundLimitNote orderid={order.orderid} />}
      {to === 'Completed' && order.delivery === 'manual' && !isWithoutCode && (
        <Optional meanwhile={asksForCodes && <CodeSkeleton />}>
          <DeliverCodes onChange={setLines} start={lines} required={asksForCodes ? codeCount(order) : 0} />
        </Optional>
      )}
      {asksForCodes && (
        <CodeChoice isWithoutCode={isWithoutCode} onChange={setIsWithoutCode}>
          {missing > 0 && missingText(order, missing)}
        </CodeChoice>
      )}
    </ActionForm>
  )
}

type CodeChoiceProps = {
  isWithoutCode: boolean
  onChange: (isWithoutCode: boolean) => void
  children: ReactNode
}

/** What is missing, and the way to complete the order without a code. */
function CodeChoice({ isWithoutCode, onChange, children }: CodeChoiceProps) {
  return (
    <div className="row between wrap xs t2">
      <span role="status">{children}</span>
      <Button size="sm" variant="quiet" onClick={() => onChange(!isWithoutCode)}>
        {isWithoutCode ? 'Enter a code' : 'Complete without a code…'}
      </Button>
    </div>
  )
}

const costOf = (order: BoardOrder, to: TransitionTarget): string =>
  actionsFor(order).find((answer) => answer.to === to)?.cost ?? ''

const labelOf = (to: TransitionTarget, isWithoutCode: boolean) =>
  isWithoutCode ? 'Complete without a code' : `Set to ${to}`

/** As many codes as units were ordered. */
const codeCount = ({ units }: BoardOrder) => Math.max(1, units.total)

const missingText = (order: BoardOrder, missing: number) =>
  `${codeCount(order) - missing} of ${codeCount(order)} codes entered`

function reasonTexts({ customer }: BoardOrder, to: TransitionTarget, isWithoutCode: boolean) {
  if (isWithoutCode) {
    return {
      reasonLabel: `What ${customer.name} reads`,
      reasonHint: 'Required. The audit log keeps it, too.',
      reasonsOf: 'without_code' as const,
    }
  }
  const hint =
    to === 'Cancelled'
      ? 'Optional. Shown to the customer; without one they see ‘No reason provided’.'
      : 'Optional. Shown to the customer.'
  return { reasonHint: hint, reasonsOf: to }
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
