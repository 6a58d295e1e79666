import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { pinoHttp } from 'pino-http'

/** One line per request, and an id that the caller finds in `X-Request-Id` and in every error reply. */
export function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: nameRequest,
    autoLogging: { ignore: ({ url = '' }) => /^\/(healthz|readyz|assets|admin\/assets|media)\b/.test(url) },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'debug'),
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        ...{ id, method, url: withoutToken(url) },
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })
}

/** A proxy in front may have given it a name already. */
function nameRequest(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  response.setHeader('X-Request-Id', id)
  return id
}

/** Some of the specification's addresses carry a token that opens an account. */
export function withoutToken(url: string): string {
  return url.replace(/((?:verifymail|reset-password|verification|reset_password)\/[^/]*\/)[^/?#]+/gi, '$1-')
}
