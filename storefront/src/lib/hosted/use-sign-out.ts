import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { forgetUser, hostedMark } from '@jhatpat/shared/browser/session.ts'
import { useNavigate } from 'react-router-dom'
import { useCall } from '../use-call.ts'

/** How long the browser waits for the server's answer, in ms. */
const timeoutMs = 800

/**
 * Goes home and signs out: the call is sent first, while the token is still stored, but not awaited for long.
 */
export function useSignOut(): () => Promise<void> {
  const { store } = useServices()
  const call = useCall()
  const navigate = useNavigate()
  return async () => {
    navigate('/home')
    const sent = call('logout', { body: {} }).catch((error: unknown) => {
      console.error('The server did not hear of the sign-out.', error)
    })
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
    forgetUser(store)
    if (localStorage.getItem(hostedMark)) (await import('./sign-out-hosted.ts')).signOutHosted(call)
  }
}
