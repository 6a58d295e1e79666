import type { ClipboardEvent } from 'react'
import { latinDigits } from '../contracts/latin-digits.ts'
import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field-frame.tsx'

export type OtpInputProps = Omit<
  FieldProps,
  'value' | 'onChange' | 'prefix' | 'ok' | 'small' | 'inputClassName'
> & {
  value: string
  onChange: (digits: string) => void
  /** Called with six digits as soon as they are entered. */
  onComplete?: ((digits: string) => void) | undefined
}

const cells = [0, 1, 2, 3, 4, 5]

const digitsOf = (text: string) => latinDigits(text).replace(/\D/g, '').slice(0, cells.length)

/** Six digits in six cells: one real input lies over them, so that paste and autofill from the SMS work. */
export function OtpInput(props: OtpInputProps) {
  const { label, hint, hintTone, error, aside, className, value, onChange, onComplete, ...input } = props
  const enter = (digits: string) => {
    if (digits === value) return
    onChange(digits)
    if (digits.length === cells.length) onComplete?.(digits)
  }
  /** Six inserted digits replace the value, wherever the cursor was. */
  const onPaste = (event: ClipboardEvent) => {
    const digits = digitsOf(event.clipboardData.getData('text'))
    if (digits.length < cells.length) return
    event.preventDefault()
    enter(digits)
  }
  return (
    <FieldFrame {...{ label, hint, hintTone, error, aside, className }} id={input.id}>
      {(control) => (
        <div className="otp-field">
          <input
            {...input}
            {...control}
            className="input otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            onChange={(event) => enter(digitsOf(event.target.value))}
            onPaste={onPaste}
          />
          <span className="cells" aria-hidden="true">
            {cells.map((cell) => (
              <span key={cell} className={cell === Math.min(value.length, 5) ? 'cur' : undefined}>
                {value[cell]}
              </span>
            ))}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
