import type { RequestHandler } from 'express'

/**
 * A part of the site that few ever open: loaded when somebody asks for it, once for all who ask. Until then it takes
 * no memory and no time at the start.
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
