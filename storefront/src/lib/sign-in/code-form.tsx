import { Button } from '@jhatpat/shared/ui/button.tsx'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
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
  /** The code can no longer be used. */
  isOver?: boolean
  onResend(): void
  /** Also called with too few digits. @returns whether the digits must be entered again */
  onVerify(code: string): Promise<boolean>
  children?: ReactNode
}

/** Six digits from a text message, which are sent as soon as they are entered, and a button for another code. */
export function CodeForm(props: CodeFormProps) {
  const { label, message, aside, resendInMs, busy, isOver = false, onResend, onVerify, children } = props
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const isVerifying = useRef(false)
  const verify = async (digits: string) => {
    if (busy || isOver || isVerifying.current) return
    isVerifying.current = true
    const isWrong = await onVerify(digits)
    isVerifying.current = false
    if (!isWrong) return
    setCode('')
    form.current?.querySelector('input')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verify(code)
  }
  return (
    <form className="stack" ref={form} onSubmit={submit} noValidate>
      <FormMessage message={message} />
      <OtpInput label={label} value={code} onChange={setCode} onComplete={verify} autoFocus />
      <div className="row between">
        <span className="t2 sm">{aside}</span>
        <Button
          size="sm"
          variant={isOver ? 'accent' : undefined}
          disabled={resendInMs > 0}
          busy={busy === 'sending'}
          busyText={t('Sending')}
          onClick={onResend}
        >
          {resendInMs > 0 ? t('Resend OTP in {time}', { time: minutesSeconds(resendInMs) }) : t('Resend OTP')}
        </Button>
      </div>
      <Button
        type="submit"
        variant={isOver ? undefined : 'accent'}
        size="lg"
        block
        disabled={isOver}
        busy={busy === 'verifying'}
        busyText={t('Verifying…')}
      >
        {t('Verify')}
      </Button>
      {children}
    </form>
  )
}
