import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { RequestHandler } from 'express'

/**
 * While SERVICE_WORKER=off, browsers that look for a newer worker get one that removes itself and all that was kept.
 * An address that answered 404 would leave the old one in place.
 */
export function serviceWorkerSwitch({ SERVICE_WORKER }: Pick<Env, 'SERVICE_WORKER'>): RequestHandler {
  return (request, _response, next) => {
    const isWithdrawn = SERVICE_WORKER === 'off' && request.path === '/service-worker.js'
    if (isWithdrawn) request.url = '/service-worker-off.js'
    next()
  }
}
