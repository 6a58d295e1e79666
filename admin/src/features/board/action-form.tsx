import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ReasonField } from './reason-field.tsx'

type ActionFormProps = {
  /** Title of the form and label of its button: `Set to Refunded`. */
  label: string
  question: string
  /** The consequence as a sentence without its full stop. */
  cost: string
  /** Help text under the reason field. */
  reasonHint: string
  /** The transition whose usual reasons are offered. */
  reasonsOf?: 'Refunded' | 'Cancelled' | 'Completed' | 'without_code'
  reasonLabel?: string
  /** What was typed before, where an undo leads back here. */
  startReason?: string | undefined
  /** Whether the form can be submitted with this reason. */
  canSubmit?: (reason: string) => boolean
  variant: NonNullable<ButtonProps['variant']>
  busy: boolean
  /** Why it cannot be submitted now: another admin has taken the order over. */
  blocked?: string | undefined
  /** Another field takes the focus first. */
  keepsFocus?: boolean
  /** More fields, above the reason. */
  children?: ReactNode
  onBack: () => void
  onSubmit: (reason: string) => void
}

/** Repeats what an action does and asks for an optional reason. */
export function ActionForm(props: ActionFormProps) {
  const {
    label,
    question,
    cost,
    reasonHint,
    reasonsOf,
    variant,
    busy,
    blocked,
    keepsFocus = false,
    reasonLabel = 'Reason (saved on the order)',
    startReason = '',
    canSubmit = () => true,
    children,
    ...on
  } = props
  const first = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState(startReason)
  useEffect(() => (keepsFocus ? undefined : first.current?.focus()), [keepsFocus])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !blocked && canSubmit(reason)) on.onSubmit(reason)
  }
  return (
    <form
      className="stack transition-form"
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
      <ReasonField
        field={first}
        label={reasonLabel}
        hint={reasonHint}
        to={reasonsOf ?? ''}
        value={reason}
        onChange={setReason}
      />
      {blocked && (
        <p role="alert">
          <Hint tone="warn" icon="hand">
            {blocked}
          </Hint>
        </p>
      )}
      <div className="row row-end wrap">
        <Button size="sm" variant="quiet" onClick={on.onBack}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          variant={variant}
          busy={busy}
          busyText="Saving…"
          disabled={blocked !== undefined || !canSubmit(reason)}
        >
          {label}
        </Button>
      </div>
    </form>
  )
}
