import { ApiError, type Call, NetworkError } from '../contracts/client.ts'
import { endSession, type Store, tokenAtom } from './session.ts'

export type Api = {
  /** Makes one call of the contracts. A refused session is forgotten at once. */
  call: Call
  /** The same, but leaves a refused session to the caller, who has something to say first. */
  callWithoutSignOut: Call
}

/**
 * The one HTTP client of an app: host base path `/api`, bearer token from the store, nothing sent twice.
 * Its code arrives beside the first paint, not before it.
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

/** The token is over, revoked or unknown to the server. */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'session_expired' || error.code === 'not_signed_in')
}

async function loadClient(store: Store): Promise<Call> {
  const { createClient } = await import('./http-client.ts')
  return createClient(() => store.get(tokenAtom))
}
