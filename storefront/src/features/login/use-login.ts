import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { useState } from 'react'
import { useContinueSignIn } from '../../lib/sign-in/factor-ticket.ts'
import type { FormMessageContent } from '../../lib/sign-in/form-message.tsx'
import { refusal } from '../../lib/sign-in/refusal.ts'
import { useReturnState } from '../../lib/sign-in/return-path.tsx'
import { useSignedIn } from '../../lib/sign-in/use-signed-in.ts'
import { useCall } from '../../lib/use-call.ts'

export type LoginForm = { email: string; password: string }

/** Signs in and stores the session. `message` comes from the server, the network or another sign-in. */
export function useLogin() {
  const signedIn = useSignedIn()
  const continueSignIn = useContinueSignIn()
  const call = useCall()
  const { problem } = useReturnState()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<FormMessageContent | undefined>(
    problem ? { kind: 'bad', title: problem } : undefined,
  )

  /** The account that accepts no password here, after too many wrong ones. */
  const [locked, setLocked] = useState<string>()

  const signIn = async (form: LoginForm) => {
    if (busy) return
    setBusy(true)
    setMessage(undefined)
    setLocked(undefined)
    try {
      signedIn(await call('login', { body: form }))
    } catch (failure) {
      if (continueSignIn(failure)) return
      setMessage(refusal(failure, saidBy(failure)))
      if (failure instanceof ApiError && failure.reply.signInLink) setLocked(form.email)
    } finally {
      setBusy(false)
    }
  }
  return { busy, message, locked, signIn }
}

function saidBy(failure: unknown): string {
  return failure instanceof ApiError
    ? (failure.reply.msg ?? failure.message)
    : 'Network Error. No response, please try again.'
}
