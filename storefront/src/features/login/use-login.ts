import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEntryState } from '../../lib/entry/came-from.tsx'
import { isUnverified, useSignedIn } from '../../lib/entry/use-signed-in.ts'
import { useCall } from '../../lib/use-call.ts'

export type LoginForm = { email: string; password: string }

/** Signs in and keeps the session. `error` is what the server, or the network, had to say. */
export function useLogin() {
  const signedIn = useSignedIn()
  const call = useCall()
  const navigate = useNavigate()
  const { from } = useEntryState()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const signIn = async (form: LoginForm) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      signedIn(await call('login', { body: form }))
    } catch (failure) {
      if (isUnverified(failure)) navigate('/checkverification', { state: { from } })
      else setError(failure instanceof ApiError ? (failure.reply.msg ?? failure.message) : 'Network Error')
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, signIn }
}
