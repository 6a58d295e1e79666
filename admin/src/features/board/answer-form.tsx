import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'

type AnswerFormProps = {
  /** Names the form, and its button: `Set to Refunded`. */
  label: string
  question: string
  /** What it costs, as a sentence without its full stop. */
  cost: string
  /** Under the reason's field; without it no reason is asked for. */
  reasonHint?: string | undefined
  variant: NonNullable<ButtonProps['variant']>
  busy: boolean
  onBack: () => void
  onSubmit: (reason: string) => void
}

/** Says once more what an answer does, and asks for a reason, which may stay empty. */
export function AnswerForm({ label, question, cost, reasonHint, variant, busy, ...on }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => form.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) on.onSubmit(reason)
  }
  return (
    <form
      ref={form}
      className="stack move-form"
      aria-label={label}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        on.onBack()
      }}
    >
      <p className="b">{question}</p>
      <p className="xs t2">{cost}.</p>
      {reasonHint !== undefined && (
        <Field
          small
          label="Reason, kept with the order"
          hint={reasonHint}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <div className="row row-end">
        <Button size="sm" variant="quiet" onClick={on.onBack}>
          Back
        </Button>
        <Button type="submit" size="sm" variant={variant} busy={busy} busyText="Saving">
          {label}
        </Button>
      </div>
    </form>
  )
}
