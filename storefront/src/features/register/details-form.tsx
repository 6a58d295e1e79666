import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type FormEvent, useEffect, useRef } from 'react'
import { FormMessage } from '../../lib/sign-in/form-message.tsx'
import { MobileField } from '../../lib/sign-in/mobile-field.tsx'
import { SignInFlowLink } from '../../lib/sign-in/return-path.tsx'
import type { Registration } from './use-registration.ts'

/** Step one. */
export function DetailsForm({ registration }: { registration: Registration }) {
  const { details, faults, busy, message, change, sendCode } = registration
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendCode()
  }
  return (
    <form className="stack" ref={form} onSubmit={submit} noValidate>
      <Field
        label={t('Name')}
        autoComplete="name"
        maxLength={80}
        value={details.name}
        onChange={(event) => change({ name: event.target.value })}
        error={faults.name && plainText(faults.name)}
      />
      <MobileField
        value={details.mobileNumber}
        onChange={(mobileNumber) => change({ mobileNumber })}
        hint={t('We send an OTP to this number.')}
        error={faults.mobileNumber && plainText(faults.mobileNumber)}
      />
      <Field
        label={t('Email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={details.email}
        onChange={(event) => change({ email: event.target.value })}
        hint={t('We send receipts and a verification link here.')}
        error={faults.email && plainText(faults.email)}
      />
      <PasswordInput
        label={t('Password')}
        autoComplete="new-password"
        maxLength={200}
        value={details.password}
        onChange={(event) => change({ password: event.target.value })}
        hint={t('At least 8 characters.')}
        error={faults.password && plainText(faults.password)}
      />
      <Button
        type="submit"
        variant="accent"
        size="lg"
        block
        busy={busy === 'sending'}
        busyText={t('Sending')}
      >
        {t('Send Otp')}
      </Button>
      <p className="t3 xs centred">
        {rich('By creating an account, you agree to our {terms} and {privacy}.', {
          terms: (
            <AppLink className="link" href="/terms-and-condition">
              {t('Terms and Conditions')}
            </AppLink>
          ),
          privacy: (
            <AppLink className="link" href="/privacypage">
              {t('Privacy Policy')}
            </AppLink>
          ),
        })}
      </p>
      <FormMessage message={message}>
        <p className="t2 sm centred">
          {t('Have an account?')} <SignInFlowLink to="/login">{t('Login')}</SignInFlowLink>
        </p>
      </FormMessage>
    </form>
  )
}
