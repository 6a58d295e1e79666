import type { RequestHandler } from 'express'

/**
 * A rarely used part of the site, loaded with its first request, once for concurrent ones. Until
 * then it takes no memory and no time at the start.
 */
export function lazyComponent(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined
  return async (request, response, next) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    const handle = await loading
    return handle(request, response, next)
  }
}
