import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { choiceOf, type PackAnswer, type PackDecision, packQuestion } from './pack-answers.ts'

type PackFormProps = {
  order: BoardOrder
  decision: PackDecision
  busy: boolean
  onBack: () => void
  onSubmit: (reason: string) => void
}

const variants = { delivered: 'ok', send_again: 'accent', refund: 'accent' } as const satisfies Record<
  PackAnswer,
  ButtonProps['variant']
>

/** Says once more what an answer about a pack costs. A reason goes with what the customer sees in the end. */
export function PackForm({ order, decision, ...rest }: PackFormProps) {
  const choice = choiceOf(order, decision)
  if (!choice) return null
  return (
    <AnswerForm
      label={choice.title}
      question={packQuestion(order, decision)}
      cost={choice.cost}
      reasonHint={decision.answer === 'send_again' ? undefined : 'Optional. The customer sees it.'}
      variant={variants[decision.answer]}
      {...rest}
    />
  )
}
