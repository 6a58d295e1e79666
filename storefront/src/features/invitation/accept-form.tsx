import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { readInvitation } from '@jhatpat/shared/contracts/invitations.ts'
import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { PasswordInput } from '@jhatpat/shared/ui/password-input.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import type { MailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { useSignedIn } from '../../lib/sign-in/use-signed-in.ts'
import { useCall } from '../../lib/use-call.ts'
import { isClosed } from './closed-texts.ts'

type Props = {
  link: MailedLink
  invitation: ResultOf<typeof readInvitation>
  /** The link is no longer valid. */
  onOver(error: ApiError): void
}

/**
 * Inviter, invited person and role, and the password that creates the account. It leads into the back office.
 */
export function AcceptForm({ link, invitation, onOver }: Props) {
  const { by, name, email, staffRole, until } = invitation
  const { accept, isPending, isIn, error } = useAccept(link, onOver)
  const currentUser = useAtomValue(userAtom)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept(password)
  }
  const isLong = password.length >= 8
  return (
    <form className="stack" onSubmit={submit}>
      <h1 className="d1">Welcome, {name}</h1>
      <p className="t2">
        {by} invites you to the back office as <b>{staffRoleTexts[staffRole].name}</b>:{' '}
        {lowered(staffRoleTexts[staffRole].does)}. Login: <b className="wrap-any">{email}</b>.
      </p>
      {/* Names the password’s account for password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Choose a password"
        autoComplete="new-password"
        required
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={isLong ? 'Good length' : 'At least 8 characters. Tip: use three random words.'}
        hintTone={isLong ? 'ok' : 'plain'}
        error={error}
      />
      {currentUser && !isIn && (
        <Hint icon="log-out">{currentUser.name} is signed out here when you accept.</Hint>
      )}
      <Button type="submit" variant="accent" size="lg" block busy={isPending || isIn} busyText="Opening">
        Accept invitation
      </Button>
      <p className="xs t3">
        Valid until <TimeText at={until} />, can be used once.
      </p>
    </form>
  )
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function useAccept(link: MailedLink, onOver: Props['onOver']) {
  const call = useCall()
  const signedIn = useSignedIn()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (password: string) => call('acceptInvitation', { body: { ...link, password } }),
    onSuccess: (reply) => {
      signedIn(reply)
      location.assign('/admin')
    },
    onError: (failure) => {
      if (isClosed(failure)) onOver(failure)
    },
  })
  return {
    isPending,
    /** The back office is loading. */
    isIn: isSuccess,
    error: error?.message,
    accept: (password: string) => {
      if (!isPending && !isSuccess) mutate(password)
    },
  }
}
