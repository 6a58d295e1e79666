import { ApiError, NetworkError } from '../contracts/client.ts'
import { isErrorReply } from '../contracts/create-call.ts'
import { isSessionRefused } from './api.ts'
import { endSession, type Store, tokenAtom } from './session.ts'

/** How long a download waits for its next part, in ms. */
const idleMs = 30_000

type Options = {
  /** Ends the download, which then rejects with the signal's reason. */
  signal?: AbortSignal
  onPart?(part: Uint8Array): void
}

/**
 * Downloads a file with the session's token, as the server streams it; the typed client reads JSON only. A session
 * that the server refuses is removed, as by a call.
 * @param address with its query, from the origin
 * @throws ApiError when it is refused; NetworkError when the connection breaks before the end, or no part arrives for
 * 30 s
 */
export async function downloadFile(
  store: Store,
  address: string,
  { signal, onPart }: Options = {},
): Promise<Blob> {
  const token = store.get(tokenAtom)
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectPart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), idleMs)
  }
  try {
    expectPart()
    const response = await fetch(address, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
    })
    if (!response.ok || !response.body) throw await errorOf(response)
    const parts: BlobPart[] = []
    const reader = response.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      expectPart()
      parts.push(read.value)
      onPart?.(read.value)
    }
    return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
  } catch (error) {
    if (isSessionRefused(error) && token && token === store.get(tokenAtom)) endSession(store, token)
    if (error instanceof ApiError || signal?.aborted) throw error
    throw new NetworkError(error)
  } finally {
    clearTimeout(timer)
  }
}

async function errorOf(response: Response): Promise<Error> {
  const reply: unknown = await response.json().catch(() => undefined)
  return isErrorReply(reply) ? new ApiError(response.status, reply) : new NetworkError(response.status)
}
