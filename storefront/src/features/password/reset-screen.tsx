import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { EndPage } from '../../lib/entry/end-page.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { type MailedLink, useMailedLink } from '../../lib/entry/mailed-link.tsx'
import { useGoSoon } from '../../lib/entry/use-go-soon.ts'
import { useCall } from '../../lib/use-call.ts'

const corrupted = 'The link is corrupted.'

/** Sets another password by the link that was mailed. */
export default function ResetScreen() {
  const { link, done, failed, keep } = useMailedLink('/reset_password')
  useGoSoon('/login', done !== undefined)
  return (
    <EntryPage title="New password">
      {done !== undefined ? (
        <Changed said={done} />
      ) : link ? (
        <NewPassword
          link={link}
          onDone={(said) => keep({ done: said })}
          onCorrupted={() => keep({ failed: corrupted })}
        />
      ) : (
        <Corrupted said={failed ?? corrupted} />
      )}
    </EntryPage>
  )
}

type NewPasswordProps = { link: MailedLink; onDone(said: string): void; onCorrupted(): void }

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
      <h1 className="d1">New password</h1>
      <p className="t2">You are signed out everywhere, and log in with the new one.</p>
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        required
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={isLong ? 'Long enough.' : 'At least 8 characters. Three words make a good one.'}
        hintTone={isLong ? 'ok' : 'plain'}
        error={error?.message}
      />
      <Button type="submit" variant="accent" size="lg" block busy={isPending} busyText="Saving">
        Save password
      </Button>
    </form>
  )
}

function Changed({ said }: { said: string }) {
  return (
    <EndPage
      spot="shield"
      title="Password changed"
      text={`${said} The login opens in 2 seconds.`}
      role="status"
    >
      <ButtonLink href="/login" variant="accent" size="lg" block>
        Login
      </ButtonLink>
    </EndPage>
  )
}

function Corrupted({ said }: { said: string }) {
  return (
    <EndPage
      spot="link"
      title={said}
      text="It was cut short, used already, or is older than an hour. Your password has not changed."
      role="alert"
    >
      <ButtonLink href="/forgetpassword" variant="accent" size="lg" block>
        Regenerate Link
      </ButtonLink>
      <ButtonLink href="/login" variant="quiet" block>
        Back to Login
      </ButtonLink>
    </EndPage>
  )
}
