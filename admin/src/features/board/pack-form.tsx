import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { choiceOf, isShare, type PackAnswer, packQuestion, type UnitDecision } from './pack-answers.ts'
import { ShareForm } from './share-form.tsx'

type PackFormProps = {
  order: BoardOrder
  decision: UnitDecision
  busy: boolean
  onBack: () => void
  onSubmit: (decision: UnitDecision, reason: string) => void
}

const variants = { delivered: 'ok', send_again: 'accent', refund: 'accent' } as const satisfies Record<
  PackAnswer,
  ButtonProps['variant']
>

/** Says once more what an answer about a pack costs. A reason goes with what the customer sees in the end. */
export function PackForm({ order, decision, onSubmit, ...rest }: PackFormProps) {
  const choice = choiceOf(order, decision)
  if (!choice) return null
  if (decision.answer === 'refund' && isShare(order)) {
    const submit = (amount: number, reason: string) => onSubmit({ ...decision, amount }, reason)
    return <ShareForm order={order} cost={choice.cost} onSubmit={submit} {...rest} />
  }
  return (
    <AnswerForm
      label={choice.title}
      question={packQuestion(order, decision)}
      cost={choice.cost}
      reasonHint="Optional. The customer sees it."
      variant={variants[decision.answer]}
      onSubmit={(reason) => onSubmit(decision, reason)}
      {...rest}
    />
  )
}
