import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useServerTime } from '@jhatpat/shared/ui/use-server-time.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SignInFlowLink } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useCall } from '../../lib/use-call.ts'

/** The server mails no second link to an account within this time, in ms. */
const againMs = 60_000

/** Asks for the registered email and has a link for another password mailed to it. */
export default function ForgotScreen() {
  const call = useCall()
  const [email, setEmail] = useState('')
  const { mutate, isPending, error, data, submittedAt } = useMutation({
    mutationFn: () => call('forgetPassword', { body: { email } }),
  })
  const [sent, setSent] = useState<string>()
  const send = () => mutate(undefined, { onSuccess: ({ msg }) => setSent(msg) })
  const asking = { busy: isPending, error: error?.message, send }
  return (
    <SignInPage title={t('Forgot password')}>
      {sent === undefined ? (
        <ForgotForm {...asking} email={email} onEmail={setEmail} />
      ) : (
        <Sent {...asking} message={data?.msg ?? sent} sentAt={submittedAt} />
      )}
    </SignInPage>
  )
}

type Asking = { busy: boolean; error: string | undefined; send: () => void }

function ForgotForm({
  busy,
  error,
  send,
  email,
  onEmail,
}: Asking & { email: string; onEmail(email: string): void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) send()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <h1 className="d1">{t('Forgot password')}</h1>
      <p className="t2">{t('We’ll email you a link to set a new password. It’s valid for 1 hour.')}</p>
      <Field
        label={t('Registered email')}
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        hint={t('The one you log in with.')}
        error={error && plainText(error)}
      />
      <Button type="submit" variant="accent" size="lg" block busy={busy} busyText={t('Sending')}>
        {t('Send the link')}
      </Button>
      <ButtonLink href="/otplogin" variant="line" size="tall" block icon="smartphone">
        {t('Log in with phone')}
      </ButtonLink>
      <p className="t2 sm centred">
        <SignInFlowLink to="/login">{t('Back to Login')}</SignInFlowLink>
      </p>
    </form>
  )
}

function Sent({ busy, error, send, message, sentAt }: Asking & { message: string; sentAt: number }) {
  const leftMs = Math.max(0, useServerTime(sentAt) + againMs - useNow())
  return (
    <SignInResultPage
      spot="mail"
      title={t('Check your inbox')}
      text={`${plainText(message)} ${t('It usually arrives within a minute. Check spam too.')}`}
      role="status"
    >
      <div className="row between">
        <span className="t2 sm">
          {t('Didn’t get it?')}{' '}
          {leftMs > 0 && (
            <span className="num b" role="timer">
              {minutesSeconds(leftMs)}
            </span>
          )}
        </span>
        <Button size="sm" disabled={leftMs > 0} busy={busy} busyText={t('Sending')} onClick={send}>
          {t('Resend')}
        </Button>
      </div>
      {error && (
        <div role="alert">
          <Hint tone="bad">{plainText(error)}</Hint>
        </div>
      )}
      <ButtonLink href="/login" block>
        {t('Back to Login')}
      </ButtonLink>
    </SignInResultPage>
  )
}
