import type { OwnErasure } from '@jhatpat/shared/contracts/erasure.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type FormEvent, useState } from 'react'
import { otpErrorText } from '../../lib/sign-in/otp-tries.ts'
import { useDeletionRequest } from './use-account-deletion.tsx'

type Contact = OwnErasure['contacts'][number]

const labels = {
  mobile: 'Code sent to your mobile number',
  email: 'Code sent to your email',
} as const

/** Sends a code to each contact, and requests the deletion with all of them. */
export function DeletionForm({ contacts }: Pick<OwnErasure, 'contacts'>) {
  const [otps, setOtps] = useState<Record<Contact, string>>({ mobile: '', email: '' })
  const { codes, requesting, question } = useDeletionRequest()
  const isComplete = contacts.every((contact) => otps[contact].length === 6)
  const error = requesting.error ?? codes.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || requesting.isPending) return
    requesting.mutate(Object.fromEntries(contacts.map((contact) => [`${contact}Otp`, otps[contact]])))
  }
  return (
    <>
      <form className="panel stack stack-3" onSubmit={submit} aria-label={t('Confirm that it’s you')}>
        <h2 className="d3">{t('Confirm that it’s you')}</h2>
        <p className="sm t2">
          {contacts.length > 1
            ? t('We send a code to your mobile number and one to your email.')
            : t('We send a code to your email.')}
        </p>
        {codes.data &&
          contacts.map((contact) => (
            <OtpInput
              key={contact}
              label={t(labels[contact])}
              value={otps[contact]}
              onChange={(otp) => setOtps({ ...otps, [contact]: otp })}
            />
          ))}
        {error && (
          <p className="bad-text sm" role="alert">
            {otpErrorText(error)}
          </p>
        )}
        <p className="row wrap">
          {codes.data && (
            <Button
              type="submit"
              variant="bad"
              disabled={!isComplete}
              busy={requesting.isPending}
              busyText={t('Sending')}
            >
              {t('Delete my account')}
            </Button>
          )}
          <Button busy={codes.isPending} busyText={t('Sending')} onClick={() => codes.mutate()}>
            {codes.data ? t('Resend codes') : t('Send codes')}
          </Button>
        </p>
      </form>
      {question}
    </>
  )
}
