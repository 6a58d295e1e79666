import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { OtpInput } from './otp-input.tsx'

export type FactorCodeProps = {
  value: string
  onChange(code: string): void
  /** Whether a recovery code is entered instead of the app's code. */
  byRecovery: boolean
  onSwitch(byRecovery: boolean): void
  error?: string | undefined
  autoFocus?: boolean
  /** Called as soon as six digits are entered. */
  onComplete?: ((code: string) => void) | undefined
}

/** Six digits of an authenticator app, or a recovery code instead. */
export function FactorCode(props: FactorCodeProps) {
  const { value, onChange, byRecovery, onSwitch, error, autoFocus, onComplete } = props
  const swap = () => {
    onChange('')
    onSwitch(!byRecovery)
  }
  return (
    <>
      {byRecovery ? (
        <Field
          label="Recovery code"
          hint="One of the ten you kept. Each works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={9}
          {...{ value, error, autoFocus }}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <OtpInput label="6-digit code" {...{ value, onChange, error, autoFocus, onComplete }} />
      )}
      <Button variant="quiet" icon={byRecovery ? 'smartphone' : 'file-text'} onClick={swap}>
        {byRecovery ? 'Use the app’s code' : 'Use a recovery code'}
      </Button>
    </>
  )
}

export function isCompleteCode(code: string, byRecovery: boolean): boolean {
  return (byRecovery ? /^[\da-z]{4}[- ]?[\da-z]{4}$/i : /^\d{6}$/).test(code.trim())
}
