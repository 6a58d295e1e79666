import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { storeUser } from '@jhatpat/shared/browser/session.ts'
import { useProof } from '@jhatpat/shared/browser/use-proof.tsx'
import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { otpErrorText } from '../../lib/sign-in/otp-tries.ts'
import { useCall } from '../../lib/use-call.ts'

export type Contact = 'email' | 'mobile'

const forms = {
  email: {
    title: 'Change your email',
    label: 'New email',
    input: { type: 'email', autoComplete: 'email', maxLength: 254 },
  },
  mobile: {
    title: 'Change your mobile number',
    label: 'New mobile number',
    input: {
      type: 'tel',
      inputMode: 'numeric',
      autoComplete: 'tel-national',
      maxLength: 10,
      pattern: '\\d{10}',
    },
  },
} as const

type ContactFormProps = { what: Contact; user: BrowserUser; onSaved(): void; onCancel(): void }

/** Replaces the email or the mobile number, with a code that is sent to the new one. */
export function ContactForm({ what, user, onSaved, onCancel }: ContactFormProps) {
  const [value, setValue] = useState('')
  const [otp, setOtp] = useState('')
  const [isSent, setSent] = useState(false)
  const { asking, changing, question } = useContactChange(what, {
    value: value.trim(),
    onSent: () => setSent(true),
    onSaved,
  })
  const { title, label, input } = forms[what]
  const error = changing.error ?? asking.error
  const verify = (code: string) => {
    if (code.length === 6 && !changing.isPending) changing.mutate(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSent) verify(otp)
    else asking.mutate()
  }
  return (
    <>
      <form className="stack" onSubmit={submit} aria-label={t(title)}>
        <Field
          label={t(label)}
          autoFocus
          required
          value={value}
          {...input}
          onChange={(event) => {
            setValue(event.target.value)
            setOtp('')
            setSent(false)
            asking.reset()
            changing.reset()
          }}
        />
        {isSent && (
          <OtpInput
            label={t('Code sent there')}
            autoFocus
            value={otp}
            onChange={setOtp}
            onComplete={verify}
          />
        )}
        <p className="sm t2">
          {t('We’ll send a code there. After the change, your other devices are signed out.')}{' '}
          {(what === 'email' || user.mobilenumber !== '') &&
            t(
              'For 24 hours, or until you confirm it with the link that we send to your current email, your wallet, points and codes are paused.',
            )}
        </p>
        {error && (
          <p className="bad-text sm" role="alert">
            {otpErrorText(error)}
          </p>
        )}
        <p className="row wrap">
          <Button
            type="submit"
            variant="accent"
            busy={isSent ? changing.isPending : asking.isPending}
            busyText={t('Sending')}
          >
            {isSent ? t('Change it') : t('Send a code')}
          </Button>
          {isSent && (
            <Button busy={asking.isPending} busyText={t('Sending')} onClick={() => asking.mutate()}>
              {t('Resend code')}
            </Button>
          )}
          <Button variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </p>
      </form>
      {question}
    </>
  )
}

type Change = { value: string; onSent(): void; onSaved(): void }

function useContactChange(what: Contact, { value, onSent, onSaved }: Change) {
  const { store } = useServices()
  const call = useCall()
  const { withProof, question } = useProof(
    t(
      'No password, or forgot it? Sign out and log in again. For 5 minutes after that, you won’t be asked here.',
    ),
  )
  const contact = what === 'email' ? { email: value } : { mobilenumber: value }
  const asking = useMutation({
    mutationFn: () => call('askContactCode', { body: { what, ...contact } }),
    onSuccess: onSent,
  })
  const changing = useMutation({
    mutationFn: (otp: string) => withProof(() => call('verifyContact', { body: { what, ...contact, otp } })),
    onSuccess: ({ user }) => {
      storeUser(store, user)
      onSaved()
    },
  })
  return { asking, changing, question }
}
