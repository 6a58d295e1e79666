import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { storeUser } from '@jhatpat/shared/browser/session.ts'
import { useProof } from '@jhatpat/shared/browser/use-proof.tsx'
import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { dayTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { otpErrorText } from '../../lib/sign-in/otp-tries.ts'
import { useCall } from '../../lib/use-call.ts'

/** Whether spending is paused after a change of contacts. */
export const isFrozen = ({ frozenUntil }: Pick<BrowserUser, 'frozenUntil'>): boolean =>
  frozenUntil !== undefined && Date.parse(frozenUntil) > serverNow()

/** A change of the customer's contacts: until when spending is paused, and the codes that verify what staff set. */
export function UnverifiedContacts({ user }: { user: BrowserUser }) {
  const { unproved = [], frozenUntil } = user
  return (
    <>
      {frozenUntil !== undefined && isFrozen(user) && (
        <InlineMessage
          kind="warn"
          title={t('Spending is paused until {time}', { time: dayTime(frozenUntil) })}
        >
          {t(
            'Your mobile number or email was changed. Use the link we sent to your previous email to undo the change, or to confirm it and end the pause.',
          )}
        </InlineMessage>
      )}
      {unproved.map((contact) => (
        <ContactVerification key={contact} contact={contact} />
      ))}
    </>
  )
}

const texts = {
  mobile: { title: 'Verify your mobile number', reason: 'You can log in with it once it’s verified.' },
  email: { title: 'Verify your email', reason: 'We send password links to it once it’s verified.' },
} as const

function ContactVerification({ contact }: { contact: 'mobile' | 'email' }) {
  const { store } = useServices()
  const call = useCall()
  const [otp, setOtp] = useState('')
  const { withProof, question } = useProof(
    t(
      'No password, or forgot it? Sign out and log in again. For 5 minutes after that, you won’t be asked here.',
    ),
  )
  const codeRequest = useMutation({ mutationFn: () => call('askContactCode', { body: { what: contact } }) })
  const proving = useMutation({
    mutationFn: (code: string) =>
      withProof(() => call('verifyContact', { body: { what: contact, otp: code } })),
    onSuccess: ({ user }) => storeUser(store, user),
  })
  const error = proving.error ?? codeRequest.error
  const verify = (code: string) => {
    if (code.length === 6 && !proving.isPending) proving.mutate(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify(otp)
  }
  return (
    <>
      <InlineMessage kind="info" title={t(texts[contact].title)}>
        {t('Our team changed it.')} {t(texts[contact].reason)}
        <form className="stack verify" onSubmit={submit} aria-label={t(texts[contact].title)}>
          {codeRequest.data && (
            <OtpInput
              label={t(contact === 'email' ? 'Code sent to your email' : 'Code sent to your mobile number')}
              value={otp}
              onChange={setOtp}
              onComplete={verify}
            />
          )}
          {error && (
            <span className="bad-text sm" role="alert">
              {otpErrorText(error)}
            </span>
          )}
          <span className="row wrap">
            {codeRequest.data && (
              <Button
                type="submit"
                size="sm"
                variant="accent"
                busy={proving.isPending}
                busyText={t('Verifying…')}
              >
                {t('Verify')}
              </Button>
            )}
            <Button
              size="sm"
              busy={codeRequest.isPending}
              busyText={t('Sending')}
              onClick={() => codeRequest.mutate()}
            >
              {codeRequest.data ? t('Resend code') : t('Send a code')}
            </Button>
          </span>
        </form>
      </InlineMessage>
      {question}
    </>
  )
}
