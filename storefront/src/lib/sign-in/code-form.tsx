import { Button } from '@jhatpat/shared/ui/button.tsx'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FormMessage, type FormMessageContent } from './form-message.tsx'

type CodeFormProps = {
  /** The recipient of the code, as displayed. */
  label: string
  message: FormMessageContent | undefined
  /** Next to Resend. */
  aside: ReactNode
  /** In ms; 0 when a code can be requested at once. */
  resendInMs: number
  busy: 'sending' | 'verifying' | undefined
  onResend(): void
  /** Also called with too few digits. @returns whether the digits must be entered again */
  onVerify(code: string): Promise<boolean>
  children?: ReactNode
}

/** Six digits from a text message, and a button for another one. */
export function CodeForm(props: CodeFormProps) {
  const { label, message, aside, resendInMs, busy, onResend, onVerify, children } = props
  const [code, setCode] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy || !(await onVerify(code))) return
    setCode('')
    form.querySelector('input')?.focus()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <FormMessage message={message} />
      <OtpInput label={label} value={code} onChange={setCode} autoFocus />
      <div className="row between">
        <span className="t2 sm">{aside}</span>
        <Button
          size="sm"
          disabled={resendInMs > 0}
          busy={busy === 'sending'}
          busyText="Sending"
          onClick={onResend}
        >
          {resendInMs > 0 ? `Resend in ${minutesSeconds(resendInMs)}` : 'Resend'}
        </Button>
      </div>
      <Button type="submit" variant="accent" size="lg" block busy={busy === 'verifying'} busyText="Verifying">
        Verify
      </Button>
      {children}
    </form>
  )
}
