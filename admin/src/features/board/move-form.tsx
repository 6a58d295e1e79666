import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { answersTo, questionOf } from './board-texts.ts'
import type { MoveTo } from './bulk-plan.ts'

type MoveFormProps = {
  order: BoardOrder
  to: MoveTo
  busy: boolean
  onBack: () => void
  onSubmit: (reason: string) => void
}

const variants = { Completed: 'ok', Refunded: 'accent', Cancelled: 'bad' } as const satisfies Record<
  MoveTo,
  ButtonProps['variant']
>

/** Asks for a reason, which may stay empty, and then moves the order. */
export function MoveForm({ order, to, ...rest }: MoveFormProps) {
  return (
    <AnswerForm
      label={`Set to ${to}`}
      question={questionOf(order, to)}
      cost={answersTo(order).find((answer) => answer.to === to)?.cost ?? ''}
      reasonHint={
        to === 'Cancelled'
          ? 'Optional. Without one the customer reads ‘No reason provided’.'
          : 'Optional. The customer sees it.'
      }
      variant={variants[to]}
      {...rest}
    />
  )
}
