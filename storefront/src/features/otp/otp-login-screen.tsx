import { Button, buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FormMessage } from '../../lib/sign-in/form-message.tsx'
import { isMobile } from '../../lib/sign-in/mobile-digits.ts'
import { MobileField } from '../../lib/sign-in/mobile-field.tsx'
import { refusal } from '../../lib/sign-in/refusal.ts'
import { type ReturnState, SignInFlowLink, useReturnState } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { useCall } from '../../lib/use-call.ts'
import { texts } from './texts.ts'

/** Asks for the mobile number and has a code sent to it. */
export default function OtpLoginScreen() {
  return (
    <SignInPage title={t('Log in with phone')}>
      <div className="stack entry">
        <h1 className="d1">{t('Log in with phone')}</h1>
        <p className="t2">{t('We’ll send you a 6-digit OTP by SMS.')}</p>
        <NumberForm />
        <SignInFlowLink to="/login" className={buttonClass({ variant: 'line', size: 'tall', block: true })}>
          <Icon name="mail" />
          {t('Log in with email')}
        </SignInFlowLink>
        <p className="t2 sm centred">
          {t('New here?')} <SignInFlowLink to="/register">{t('Create Account')}</SignInFlowLink>
        </p>
      </div>
    </SignInPage>
  )
}

function NumberForm() {
  const call = useCall()
  const navigate = useNavigate()
  const { from, mobile: before = '' } = useReturnState()
  const [mobile, setMobile] = useState(before)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (mobile: string) => {
      if (!isMobile(mobile)) throw new Error(texts.badMobile)
      await call('otpLogin', { body: { mobile } })
    },
    onSuccess: (_sent, mobile) => navigate(`/otpverify/${mobile}`, { state: { from } satisfies ReturnState }),
  })
  const isBadMobile = error?.message === texts.badMobile
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isMobile(mobile)) event.currentTarget.querySelector('input')?.focus()
    if (!isPending) mutate(mobile)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <MobileField value={mobile} onChange={setMobile} error={isBadMobile ? t(texts.badMobile) : undefined} />
      <Button type="submit" variant="accent" size="lg" block busy={isPending} busyText={t('Sending')}>
        {t('Send Otp')}
      </Button>
      <FormMessage message={error && !isBadMobile ? refusal(error, error.message) : undefined}>
        <span className="or">{t('or')}</span>
      </FormMessage>
    </form>
  )
}
