import type { RequestHandler } from 'express'

/** The end of an api process as proxies and orchestrators see it: it is not ready, and still serves. */
export type Leaving = {
  begin(): void
  hasBegun(): boolean
  /** Ends each connection with its reply once the end has begun, so that a proxy keeps none to send a request on. */
  refuseKeepAlive: RequestHandler
}

export function createLeaving(): Leaving {
  let hasBegun = false
  return {
    begin: () => {
      hasBegun = true
    },
    hasBegun: () => hasBegun,
    refuseKeepAlive: (_request, response, next) => {
      if (hasBegun) response.set('Connection', 'close')
      next()
    },
  }
}
