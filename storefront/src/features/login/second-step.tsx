import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { FactorCode, isCompleteCode } from '@jhatpat/shared/ui/factor-code.tsx'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type FormEvent, useRef, useState } from 'react'
import type { FactorTicket } from '../../lib/sign-in/factor-ticket.ts'
import { FormMessage } from '../../lib/sign-in/form-message.tsx'
import { useSignedIn } from '../../lib/sign-in/use-signed-in.ts'
import { useTimeLeft } from '../../lib/sign-in/use-time-left.ts'
import { useCall } from '../../lib/use-call.ts'

type SecondStepProps = FactorTicket & {
  /** Back to the login, from its beginning. */
  onBack(): void
}

/** The code of the second factor, after a correct password. */
export function SecondStep({ ticket, endsAt, onBack }: SecondStepProps) {
  const { busy, error, isOver, enter } = useSecondStep(ticket)
  const leftMs = useTimeLeft(endsAt)
  const [code, setCode] = useState('')
  const [byRecovery, setByRecovery] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const verify = async (entered: string) => {
    if (busy || !isCompleteCode(entered, byRecovery)) return
    if (await enter(entered)) return onBack()
    setCode('')
    form.current?.querySelector('input')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verify(code)
  }
  if (isOver || leftMs === 0) {
    return (
      <div className="stack entry" role="alert">
        <h1 className="d1">Log in again</h1>
        <p className="t2">Timed out or too many attempts.</p>
        <Button variant="accent" size="lg" block onClick={onBack}>
          Back to login
        </Button>
      </div>
    )
  }
  return (
    <form className="stack entry" ref={form} onSubmit={submit} noValidate>
      <h1 className="d1">Two-step verification</h1>
      <p className="t2">
        {byRecovery
          ? 'A recovery code instead of your app code.'
          : 'Enter the 6-digit code from your authenticator app.'}{' '}
        Expires in{' '}
        <span className="num b t1" role="timer">
          {minutesSeconds(leftMs ?? 0)}
        </span>
      </p>
      <FactorCode
        value={code}
        onChange={setCode}
        onComplete={verify}
        byRecovery={byRecovery}
        onSwitch={setByRecovery}
        autoFocus
      />
      <Button
        type="submit"
        variant="accent"
        size="lg"
        block
        busy={busy}
        busyText="Verifying"
        aria-disabled={!isCompleteCode(code, byRecovery)}
      >
        Verify
      </Button>
      <FormMessage message={error === undefined ? undefined : { kind: 'bad', title: error }} />
      <Button variant="quiet" onClick={onBack}>
        Back to login
      </Button>
      {byRecovery && (
        <InlineMessage kind="info" title="Lost your codes?">
          Ask the store owner to reset two-step verification.
        </InlineMessage>
      )}
    </form>
  )
}

function useSecondStep(ticket: string) {
  const call = useCall()
  const signedIn = useSignedIn()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isOver, setOver] = useState(false)
  const enter = async (code: string): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      signedIn(await call('secondFactorSignIn', { body: { ticket, code: code.trim() } }))
      return true
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'second_factor_expired') setOver(true)
      else
        setError(
          failure instanceof ApiError
            ? (failure.reply.msg ?? failure.message)
            : 'Network Error. No response, please try again.',
        )
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, isOver, enter }
}
