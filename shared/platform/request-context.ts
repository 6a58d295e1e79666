import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being answered: our name for it, and the address that it came from. */
export type RequestContext = { requestId: string; from: string }

const storage = new AsyncLocalStorage<RequestContext>()

/** Answers a request: whoever writes down who did something finds here by which request, and from where. */
export const inRequest = <T>(context: RequestContext, work: () => Promise<T>): Promise<T> =>
  storage.run(context, work)

/** Of the request that is being answered; both are empty where there is none, as in a job or at a terminal. */
export const requestNow = (): RequestContext => storage.getStore() ?? { requestId: '', from: '' }
