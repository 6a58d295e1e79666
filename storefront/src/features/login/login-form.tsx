import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type FormEvent, useState } from 'react'
import { FormMessage } from '../../lib/sign-in/form-message.tsx'
import { SignInFlowLink, useReturnState } from '../../lib/sign-in/return-path.tsx'
import { LinkByMail } from './link-by-mail.tsx'
import { useLogin } from './use-login.ts'

export function LoginForm() {
  const { busy, message, locked, signIn } = useLogin()
  const [email, setEmail] = useState(useReturnState().email ?? '')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (email.trim() && password) return signIn({ email, password })
    event.currentTarget
      .querySelector<HTMLElement>(email.trim() ? '[autocomplete=current-password]' : '[type=email]')
      ?.focus()
  }
  return (
    <>
      <form className="stack" onSubmit={submit} noValidate>
        <Field
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          error={isTried && !email.trim() ? t('Enter your email') : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordInput
          label={t('Password')}
          aside={
            <SignInFlowLink to="/forgetpassword" className="link xs">
              {t('Forgot password?')}
            </SignInFlowLink>
          }
          autoComplete="current-password"
          required
          maxLength={200}
          value={password}
          error={isTried && !password ? t('Enter your password') : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="accent" size="lg" block busy={busy} busyText={t('Signing in…')}>
          {t('Login')}
        </Button>
        <FormMessage message={message}>
          <span className="or">{t('or')}</span>
        </FormMessage>
      </form>
      {locked && <LinkByMail key={locked} email={locked} />}
    </>
  )
}
