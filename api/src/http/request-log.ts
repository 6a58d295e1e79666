import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import type { RequestHandler } from 'express'

/**
 * Gives each request an id of ours, which callers find in `X-Request-Id` and in every error reply,
 * and logs one line when its reply has ended. Nothing is built for a line whose level is not
 * logged, which in production is nearly all of them.
 */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID()
    Object.assign(request, { id })
    response.setHeader('X-Request-Id', id)
    const startedAt = performance.now()
    const { method, originalUrl } = request
    response.once('close', () => {
      const { statusCode, writableFinished, locals } = response
      // Refusals in a rush are counted instead (`placings.ts`): a line for each would add to the load.
      const isCounted = locals.refusedWith === 'shop_busy'
      const level = statusCode >= 500 && !isCounted ? 'warn' : 'debug'
      if (!log.isLevelEnabled(level) || isNotLogged.test(originalUrl)) return
      log[level](
        {
          req: { id, method, url: redactUrl(originalUrl) },
          ...clientRequestId(request),
          res: { statusCode },
          responseTime: Math.round(performance.now() - startedAt),
        },
        writableFinished ? 'request completed' : 'request aborted',
      )
    })
    next()
  }
}

const isNotLogged = /^\/(healthz|readyz|assets|admin\/assets|media)\b/

/**
 * The request id of the caller or a proxy: logged in addition to our own id, never instead of it,
 * since ids of callers may repeat. Empty where it has unsafe characters.
 */
export function clientRequestId({ headers }: Pick<IncomingMessage, 'headers'>): { callersId?: string } {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? { callersId: given } : {}
}

/**
 * An address for the log: some of the specification's contain a token that gives access to an
 * account, and the query may contain a sign-in's code or a search.
 */
export function redactUrl(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(
      /((?:verifymail|reset-password|verification|reset_password|invitation|auth\/+(?:contact|owner-change|sign-in-link)|contact_changed|owner_change|sign_in_link)\/+[^/]*\/+).+$/is,
      '$1-',
    )
}
