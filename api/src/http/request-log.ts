import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { pinoHttp } from 'pino-http'

/**
 * Logs one line per request, with an id of ours, which callers find in `X-Request-Id` and in every
 * error reply.
 */
export function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: assignRequestId,
    autoLogging: { ignore: ({ url = '' }) => /^\/(healthz|readyz|assets|admin\/assets|media)\b/.test(url) },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'debug'),
    customProps: (request) => clientRequestId(request),
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        url: redactUrl(url),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })
}

function assignRequestId(_request: IncomingMessage, response: ServerResponse): string {
  const id = randomUUID()
  response.setHeader('X-Request-Id', id)
  return id
}

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
