import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

type AnswerFormProps = {
  /** Names the form, and its button: `Set to Refunded`. */
  label: string
  question: string
  /** What it costs, as a sentence without its full stop. */
  cost: string
  /** Under the reason's field. */
  reasonHint: string
  variant: NonNullable<ButtonProps['variant']>
  busy: boolean
  /** More fields, above the reason. */
  children?: ReactNode
  onBack: () => void
  onSubmit: (reason: string) => void
}

/** Says once more what an answer does, and asks for a reason, which may stay empty. */
export function AnswerForm(props: AnswerFormProps) {
  const { label, question, cost, reasonHint, variant, busy, children, ...on } = props
  const first = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => first.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) on.onSubmit(reason)
  }
  return (
    <form
      className="stack move-form"
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        on.onBack()
      }}
    >
      <p className="b">{question}</p>
      <p className="xs t2">{cost}.</p>
      {children}
      <Field
        small
        ref={first}
        label="Reason, kept with the order"
        hint={reasonHint}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
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
