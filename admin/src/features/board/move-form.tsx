import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { answersTo, questionOf } from './board-texts.ts'
import type { MoveTo } from './bulk-plan.ts'

type MoveFormProps = {
  order: BoardOrder
  to: MoveTo
  busy: boolean
  onBack: () => void
  onSubmit: (to: MoveTo, reason: string) => void
}

/** Asks for a reason, which may stay empty, and then moves the order. */
export function MoveForm({ order, to, busy, onBack, onSubmit }: MoveFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit(to, reason)
  }
  const cost = answersTo(order).find((answer) => answer.to === to)?.cost
  return (
    <form
      className="stack move-form"
      aria-label={`Set to ${to}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onBack()
      }}
    >
      <p className="b">{questionOf(order, to)}</p>
      <p className="xs t2">{cost}.</p>
      <Field
        ref={input}
        small
        label="Reason, kept with the order"
        hint={
          to === 'Cancelled'
            ? 'Optional. Without one the customer reads ‘No reason provided’.'
            : 'Optional. The customer sees it.'
        }
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="row row-end">
        <Button size="sm" variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          size="sm"
          variant={to === 'Completed' ? 'ok' : to === 'Cancelled' ? 'bad' : 'accent'}
          busy={busy}
          busyText="Saving"
        >
          Set to {to}
        </Button>
      </div>
    </form>
  )
}
