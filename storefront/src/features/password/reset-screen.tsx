import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type MailedLink, useMailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useDelayedRedirect } from '../../lib/sign-in/use-delayed-redirect.ts'
import { useCall } from '../../lib/use-call.ts'

const corrupted = 'The link is corrupted.'

/** Sets another password by the mailed link. */
export default function ResetScreen() {
  const { link, done, failed, keep } = useMailedLink('/reset_password')
  useDelayedRedirect('/login', done !== undefined)
  return (
    <SignInPage title={t('New password')}>
      {done !== undefined ? (
        <Changed message={done} />
      ) : link ? (
        <NewPassword
          link={link}
          onDone={(message) => keep({ done: message })}
          onCorrupted={() => keep({ failed: corrupted })}
        />
      ) : (
        <Corrupted message={failed ?? corrupted} />
      )}
    </SignInPage>
  )
}

type NewPasswordProps = { link: MailedLink; onDone(message: string): void; onCorrupted(): void }

function NewPassword({ link, onDone, onCorrupted }: NewPasswordProps) {
  const call = useCall()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('resetPassword', { params: link, body: { password } }),
    onSuccess: ({ msg }) => onDone(msg),
    onError: (failure) => {
      if (failure instanceof ApiError && failure.message === corrupted) onCorrupted()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  const isLong = password.length >= 8
  return (
    <form className="stack" onSubmit={submit}>
      <h1 className="d1">{t('New password')}</h1>
      <p className="t2">{t('You’ll be signed out on all devices. Log in with your new password.')}</p>
      <PasswordInput
        label={t('New password')}
        autoComplete="new-password"
        required
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={isLong ? t('Good length') : t('At least 8 characters. Tip: use three random words.')}
        hintTone={isLong ? 'ok' : 'plain'}
        error={error ? plainText(error.message) : undefined}
      />
      <Button type="submit" variant="accent" size="lg" block busy={isPending} busyText={t('Saving')}>
        {t('Save password')}
      </Button>
    </form>
  )
}

function Changed({ message }: { message: string }) {
  return (
    <SignInResultPage
      spot="shield"
      title={t('Password updated')}
      text={`${plainText(message)} ${t('Taking you to login…')}`}
      role="status"
    >
      <ButtonLink href="/login" variant="accent" size="lg" block>
        {t('Login')}
      </ButtonLink>
    </SignInResultPage>
  )
}

function Corrupted({ message }: { message: string }) {
  return (
    <SignInResultPage
      spot="link"
      title={plainText(message)}
      text={t('The link is incomplete, already used, or older than 1 hour. Your password has not changed.')}
      role="alert"
    >
      <ButtonLink href="/forgetpassword" variant="accent" size="lg" block>
        {t('Regenerate Link')}
      </ButtonLink>
      <ButtonLink href="/login" variant="quiet" block>
        {t('Back to Login')}
      </ButtonLink>
    </SignInResultPage>
  )
}
