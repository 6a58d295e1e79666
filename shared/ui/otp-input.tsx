import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field-frame.tsx'

export type OtpInputProps = Omit<
  FieldProps,
  'value' | 'onChange' | 'prefix' | 'ok' | 'small' | 'inputClassName'
> & {
  value: string
  onChange: (digits: string) => void
}

const cells = [0, 1, 2, 3, 4, 5]

/** Six digits in six cells: one real input lies over them, so paste and autofill from the SMS work. */
export function OtpInput(props: OtpInputProps) {
  const { label, hint, hintTone, error, aside, className, value, onChange, ...input } = props
  return (
    <FieldFrame {...{ label, hint, hintTone, error, aside, className }} id={input.id}>
      {(control) => (
        <div className="otpw">
          <input
            {...input}
            {...control}
            className="input otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, cells.length))}
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
