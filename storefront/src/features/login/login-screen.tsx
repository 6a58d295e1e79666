import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { type FormEvent, useState } from 'react'
import { useEntryState } from '../../lib/entry/came-from.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { useLogin } from './use-login.ts'

/** Signing in by e-mail and password. */
export default function LoginScreen() {
  return (
    <EntryPage title="Login">
      <LoginForm />
    </EntryPage>
  )
}

function LoginForm() {
  const { from } = useEntryState()
  const { busy, error, signIn } = useLogin()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn({ email, password })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <h1 className="d1">Login</h1>
      <p className="t2">{from?.startsWith('/product/') ? 'What you picked is kept.' : 'Welcome back.'}</p>
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
        autoComplete="current-password"
        required
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && (
        <Note kind="bad" role="alert">
          {error}
        </Note>
      )}
      <Button type="submit" variant="accent" size="lg" block busy={busy} busyText="Signing in">
        Login
      </Button>
    </form>
  )
}
