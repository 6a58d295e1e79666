import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { RequestHandler } from 'express'

/**
 * Lets pages of the origins that are listed make calls, with a token that they have got for themselves: no cookie of
 * ours goes along. Who is not listed is told nothing, so that browsers keep our replies from them; our own pages
 * need no word.
 */
export function allowOrigins({ CORS_ORIGINS }: Pick<Env, 'CORS_ORIGINS'>): RequestHandler {
  if (CORS_ORIGINS.length === 0) return (_request, _response, next) => next()
  return (request, response, next) => {
    // A cache in between must not give one page's answer to another.
    response.vary('Origin')
    const origin = request.get('origin')
    if (origin === undefined || !CORS_ORIGINS.includes(origin)) return next()
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, Idempotency-Replayed')
    if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) return next()
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE')
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, Order-Again, Price-Confirmed, Proof-Of-Work, Account-Proof, Unattended',
    )
    response.setHeader('Access-Control-Max-Age', '600')
    response.status(204).end()
  }
}
