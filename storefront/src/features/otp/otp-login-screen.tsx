import { Button, buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { EntryLink, type EntryState, useEntryState } from '../../lib/entry/came-from.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { isMobile } from '../../lib/entry/mobile-digits.ts'
import { MobileField } from '../../lib/entry/mobile-field.tsx'
import { refusal } from '../../lib/entry/refusal.ts'
import { Said } from '../../lib/entry/said.tsx'
import { useCall } from '../../lib/use-call.ts'
import { texts } from './texts.ts'

/** Asks for the mobile number and has a code sent to it. */
export default function OtpLoginScreen() {
  return (
    <EntryPage title="Login with phone">
      <div className="stack entry">
        <h1 className="d1">Login with phone</h1>
        <p className="t2">We send a 6-digit code by SMS.</p>
        <NumberForm />
        <EntryLink to="/login" className={buttonClass({ variant: 'line', size: 'tall', block: true })}>
          <Icon name="mail" />
          Login with email
        </EntryLink>
        <p className="t2 sm centred">
          New here? <EntryLink to="/register">Create Account</EntryLink>
        </p>
      </div>
    </EntryPage>
  )
}

function NumberForm() {
  const call = useCall()
  const navigate = useNavigate()
  const { from, mobile: before = '' } = useEntryState()
  const [mobile, setMobile] = useState(before)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (asked: string) => {
      if (!isMobile(asked)) throw new Error(texts.badMobile)
      await call('otpLogin', { body: { mobile: asked } })
    },
    onSuccess: (_sent, asked) => navigate(`/otpverify/${asked}`, { state: { from } satisfies EntryState }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(mobile)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <MobileField
        value={mobile}
        onChange={setMobile}
        inputClassName={error?.message === texts.badMobile ? 'bad' : ''}
      />
      <Button type="submit" variant="accent" size="lg" block busy={isPending} busyText="Sending">
        Send Otp
      </Button>
      <Said saying={error ? refusal(error, error.message) : undefined}>
        <span className="or">or</span>
      </Said>
    </form>
  )
}
