import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import { tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { pathInside } from '../../lib/addresses.ts'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { useLogin } from './use-login.ts'

/** Signing in by e-mail and password. Who is signed in already is sent on. */
export default function LoginScreen() {
  const token = useAtomValue(tokenAtom)
  const from = useCameFrom()
  if (token) return <GoOn to={from ?? '/home'} />
  return (
    <EntryPage title="Login">
      <LoginForm cameFrom={from} />
    </EntryPage>
  )
}

function LoginForm({ cameFrom }: { cameFrom: string | undefined }) {
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
      <p className="t2">{cameFrom?.startsWith('/product/') ? 'What you picked is kept.' : 'Welcome back.'}</p>
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

/** The page that sent the visitor here: named by this app, or in the address by the admin app. */
function useCameFrom(): string | undefined {
  const state: unknown = useLocation().state
  const [params] = useSearchParams()
  const remembered =
    typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : undefined
  return localPath(remembered ?? params.get('from'))
}

function GoOn({ to }: { to: string }) {
  const path = pathInside(to)
  useEffect(() => {
    if (path === undefined) location.replace(to)
  }, [path, to])
  return path === undefined ? null : <Navigate to={path} replace />
}
