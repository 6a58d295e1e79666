import { Button } from '@jhatpat/shared/ui/button.tsx'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FormMessage, type FormMessageContent } from './form-message.tsx'

type CodeFormProps = {
  /** Whom the code was sent to, as it is read. */
  label: string
  message: FormMessageContent | undefined
  /** Stands beside Resend. */
  aside: ReactNode
  /** In ms; 0 when it can be asked for at once. */
  resendInMs: number
  busy: 'sending' | 'verifying' | undefined
  onResend(): void
  /** Whatever was entered, also too little. Answers whether the digits are to be entered anew. */
  onVerify(code: string): Promise<boolean>
  children?: ReactNode
}

/** Six digits from a text message, and the way to another one. */
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
