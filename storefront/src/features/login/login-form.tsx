import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { type FormEvent, useState } from 'react'
import { EntryLink, useEntryState } from '../../lib/entry/came-from.tsx'
import { Said } from '../../lib/entry/said.tsx'
import { LinkByMail } from './link-by-mail.tsx'
import { useLogin } from './use-login.ts'

export function LoginForm() {
  const { busy, saying, locked, signIn } = useLogin()
  const [email, setEmail] = useState(useEntryState().email ?? '')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn({ email, password })
  }
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordInput
          label="Password"
          aside={
            <EntryLink to="/forgetpassword" className="link xs">
              Forgot password?
            </EntryLink>
          }
          autoComplete="current-password"
          required
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="accent" size="lg" block busy={busy} busyText="Signing in">
          Login
        </Button>
        <Said saying={saying}>
          <span className="or">or</span>
        </Said>
      </form>
      {locked && <LinkByMail key={locked} email={locked} />}
    </>
  )
}
