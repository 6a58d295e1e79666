import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { measure } from '@jhatpat/shared/platform/measurements/index.ts'
import { idsOf, inContext, type RequestContext } from '@jhatpat/shared/platform/request-context.ts'
import { recordSpan, rootSpanId } from '@jhatpat/shared/platform/tracing.ts'
import type { RequestHandler } from 'express'

/**
 * Gives each request an id of ours, which its log lines and audit records name, which callers find in `X-Request-Id` and in every error reply,
 * and logs one line when its reply has ended. Nothing is built for a line whose level is not
 * logged, which in production is nearly all of them.
 */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID()
    const context = { requestId: id, from: request.ip ?? '' }
    Object.assign(request, { context })
    response.setHeader('X-Request-Id', id)
    const startedAt = performance.now()
    const { method, originalUrl } = request
    response.once('close', () => {
      const { statusCode, writableFinished, locals } = response
      const tookMs = performance.now() - startedAt
      recordRequest(context, { statusCode, tookMs })
      measure('request', () => ({
        ...routeOf(locals.route as AnyRoute | undefined, originalUrl),
        // Of a request that the client gave up, as of nginx's.
        status: writableFinished ? statusCode : 499,
        tookMs,
      }))
      // Refusals in a rush are counted instead (`placings.ts`): a line for each would add to the load.
      const isCounted = locals.refusedWith === 'shop_busy'
      const level = statusCode >= 500 && !isCounted ? 'warn' : 'debug'
      if (!log.isLevelEnabled(level) || isNotLogged.test(originalUrl)) return
      log[level](
        {
          ...idsOf(context),
          req: { method, url: redactUrl(originalUrl) },
          ...clientRequestId(request),
          res: { statusCode },
          responseTime: Math.round(tookMs),
        },
        writableFinished ? 'request completed' : 'request aborted',
      )
    })
    inContext(context, next)
  }
}

/** Requests without a call, such as pages and their files, have no trace. */
function recordRequest(
  context: RequestContext,
  { statusCode, tookMs }: { statusCode: number; tookMs: number },
) {
  const { route, subject, isFirst = subject === undefined } = context
  if (route === undefined) return
  recordSpan(
    {
      name: route,
      kind: 'server',
      tookMs,
      attributes: { 'http.response.status_code': statusCode },
      failure: statusCode >= 500 ? `HTTP ${statusCode}` : undefined,
      ...(isFirst && { spanId: rootSpanId(context) }),
    },
    context,
  )
}

/** The context of a request, also where a body's stream has left it. */
export const contextOf = (request: object): RequestContext =>
  (request as { context?: RequestContext }).context ?? { requestId: '', from: '' }

/** The pattern of a call's address; of all else its kind, since strangers choose addresses. */
function routeOf(route: AnyRoute | undefined, url: string): { method: string; route: string } {
  if (route) return { method: route.method, route: `/api${route.path}` }
  const kind = /^\/(api\/webhooks|api|media|assets|admin\/assets|ops|healthz|readyz)(?=[/?]|$)/.exec(url)?.[1]
  return { method: '', route: kind ? `/${kind}` : 'page' }
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
 * An address for the log, as deploy/nginx.conf writes it: some of the specification's contain a token that gives access
 * to an account, a mobile number or what staff wrote, and the query may contain a sign-in's code or a search.
 */
export function redactUrl(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(
      /((?:verifymail|reset-password|verification|reset_password|invitation|auth\/+(?:contact|owner-change|sign-in-link)|contact_changed|owner_change|sign_in_link)\/+[^/]*\/+).+$/is,
      '$1-',
    )
    .replace(/((?:otpverify|updateorder\/+[^/]+\/+[^/]+)\/+).+$/is, '$1-')
}
