import { ApiError, type Call, createCall, NetworkError } from '../contracts/http/client.ts'
import { learnTime } from '../ui/server-time.ts'
import { endSession, type Store, tokenAtom } from './session.ts'

export type Api = {
  /** Makes one call of the contracts. A refused session is forgotten at once. */
  call: Call
  /** The same, but leaves a refused session to the caller, who has something to say first. */
  callKeepingSession: Call
}

/**
 * The one HTTP client of an app: host base path `/api`, bearer token from the store, nothing sent twice.
 * ky arrives beside the first paint, not before it.
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
  const callKeepingSession: Call = async (route, input) => (await ready())(route, input)
  const call: Call = async (route, input) => {
    const token = store.get(tokenAtom)
    try {
      return await callKeepingSession(route, input)
    } catch (error) {
      if (isSessionRefused(error) && token && token === store.get(tokenAtom)) endSession(store, token)
      throw error
    }
  }
  return { call, callKeepingSession }
}

/** The token is over, revoked or unknown to the server. */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'session_expired' || error.code === 'not_signed_in')
}

async function loadClient(store: Store): Promise<Call> {
  const { default: ky } = await import('ky')
  const client = ky.create({
    prefix: `${location.origin}/api`,
    retry: 0,
    // A payment link may take the gateway 25 s, after 8 s in which it is asked about an earlier one.
    timeout: 40_000,
    fetch: fetchWithTime,
    hooks: {
      beforeRequest: [
        ({ request }) => {
          const token = store.get(tokenAtom)
          if (token) request.headers.set('authorization', `Bearer ${token}`)
        },
      ],
    },
  })
  return createCall(client)
}

/** Every reply says what time it is at the server. */
async function fetchWithTime(...request: Parameters<typeof fetch>): Promise<Response> {
  const sentAt = performance.now()
  const response = await fetch(...request)
  learnTime(response.headers.get('date'), sentAt)
  return response
}
