import { AsyncLocalStorage } from 'node:async_hooks'

/** The current request: our id for it, and the address that it came from. */
export type RequestContext = { requestId: string; from: string }

const storage = new AsyncLocalStorage<RequestContext | undefined>()

/**
 * Runs `work` as part of a request, so that audit records can name the request and its
 * address.
 */
export const inRequest = <T>(context: RequestContext, work: () => Promise<T>): Promise<T> =>
  storage.run(context, work)

/**
 * The current request's context; both fields are empty outside a request, as in a job or at a
 * terminal.
 */
export const requestNow = (): RequestContext => storage.getStore() ?? { requestId: '', from: '' }

/** Runs `work` outside any request. */
export const outsideRequest = <T>(work: () => T): T => storage.run(undefined, work)

/** Captures the current request; what it returns runs work as part of it. */
export function captureRequest(): <T>(work: () => T) => T {
  const context = storage.getStore()
  return (work) => storage.run(context, work)
}
