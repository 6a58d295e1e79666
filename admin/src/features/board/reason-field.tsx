import { transitionReasons } from '@jhatpat/shared/contracts/transition-reasons.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import type { RefObject } from 'react'

/** The usual reasons by transition, and those of a completion that hands over no code. */
const usualReasons: Partial<Record<string, readonly string[]>> = {
  ...transitionReasons,
  without_code: ['Credited to your account directly.', 'Sent to you by email.'],
}

type ReasonFieldProps = {
  label: string
  hint: string
  /** The transition whose usual reasons are offered; others have none. */
  to: string
  value: string
  onChange: (reason: string) => void
  field?: RefObject<HTMLInputElement | null> | undefined
}

/** Common reasons to choose from, and a field for any other. The customer reads the text unchanged. */
export function ReasonField({ label, hint, to, value, onChange, field }: ReasonFieldProps) {
  const usual = usualReasons[to] ?? []
  const choose = (reason: string) => {
    onChange(value === reason ? '' : reason)
    field?.current?.focus()
  }
  return (
    <>
      {usual.length > 0 && (
        <fieldset className="reasons" aria-label="Common reasons">
          {usual.map((reason) => (
            <button
              key={reason}
              type="button"
              className={value === reason ? 'chip on' : 'chip'}
              aria-pressed={value === reason}
              onClick={() => choose(reason)}
            >
              {reason.replace(/\.$/, '')}
            </button>
          ))}
        </fieldset>
      )}
      <Field
        small
        {...(field ? { ref: field } : {})}
        label={label}
        hint={hint}
        maxLength={300}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
