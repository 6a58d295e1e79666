import ky from 'ky'
import { ApiError, type Call, createCall } from '../contracts/http/client.ts'
import { clearSession, type Store, tokenAtom } from './session.ts'

export type Api = {
  /** Makes one call of the contracts. A refused session is forgotten at once. */
  call: Call
  /** The same, but leaves a refused session to the caller, who has something to say first. */
  callKeepingSession: Call
}

/** The one HTTP client of an app: host base path `/api`, bearer token from the store, nothing sent twice. */
export function createApi(store: Store): Api {
  const client = ky.create({
    prefix: `${location.origin}/api`,
    retry: 0,
    timeout: 30_000,
    hooks: {
      beforeRequest: [
        ({ request }) => {
          const token = store.get(tokenAtom)
          if (token) request.headers.set('authorization', `Bearer ${token}`)
        },
      ],
    },
  })
  const callKeepingSession = createCall(client)
  const call: Call = async (route, input) => {
    const token = store.get(tokenAtom)
    try {
      return await callKeepingSession(route, input)
    } catch (error) {
      if (isSessionRefused(error) && token && token === store.get(tokenAtom)) clearSession(store)
      throw error
    }
  }
  return { call, callKeepingSession }
}

/** The token is over, revoked or unknown to the server. */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'session_expired' || error.code === 'not_signed_in')
}
