import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { pinoHttp } from 'pino-http'

/** One line per request, and an id of ours that the caller finds in `X-Request-Id` and in every error reply. */
export function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: nameRequest,
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

function nameRequest(_request: IncomingMessage, response: ServerResponse): string {
  const id = randomUUID()
  response.setHeader('X-Request-Id', id)
  return id
}

/**
 * What the caller, or a proxy in front, calls the request: kept in the log beside our own id, and never in its place,
 * since two may send the same. Empty where it is not harmless.
 */
export function clientRequestId({ headers }: Pick<IncomingMessage, 'headers'>): { callersId?: string } {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? { callersId: given } : {}
}

/**
 * An address for the log: some of the specification's carry a token that opens an account, and what follows `?` may
 * be a sign-in's code or what somebody searched for.
 */
export function redactUrl(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(
      /((?:verifymail|reset-password|verification|reset_password|invitation|auth\/+(?:contact|owner-change|sign-in-link)|contact_changed|owner_change|sign_in_link)\/+[^/]*\/+).+$/is,
      '$1-',
    )
}
