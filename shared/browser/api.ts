import { ApiError, type Call, NetworkError } from '../contracts/client.ts'
import { endSession, type Store, tokenAtom } from './session.ts'

export type Api = {
  /** Makes one call of the contracts. A session that the server refuses is removed at once. */
  call: Call
  /** Like `call`, but leaves a refused session to the caller, which shows a message first. */
  callWithoutSignOut: Call
}

/**
 * The HTTP client of an app: base path `/api`, bearer token from the store, no request sent twice.
 * Its code loads in parallel with the initial render and does not delay it.
 */
export function createApi(store: Store): Api {
  let client: Promise<Call> | undefined
  const ready = () => {
    client ??= loadClient(store).catch((cause) => {
      client = undefined
      throw new NetworkError(cause)
    })
    return client
  }
  const callWithoutSignOut: Call = async (route, input) => (await ready())(route, input)
  const call: Call = async (route, input) => {
    const token = store.get(tokenAtom)
    try {
      return await callWithoutSignOut(route, input)
    } catch (error) {
      if (isSessionRefused(error) && token && token === store.get(tokenAtom)) endSession(store, token)
      throw error
    }
  }
  return { call, callWithoutSignOut }
}

/** The token has expired, was revoked, or is unknown to the server. */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'session_expired' || error.code === 'not_signed_in')
}

async function loadClient(store: Store): Promise<Call> {
  const { createClient } = await import('./http-client.ts')
  return createClient(() => store.get(tokenAtom))
}
