import type { ErrorField } from '@jhatpat/shared/contracts/errors.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { isOutage } from '@jhatpat/shared/platform/outage.ts'
import { idsOf } from '@jhatpat/shared/platform/request-context.ts'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { clientRequestId, contextOf, redactUrl } from './request-log.ts'
import { logRefusal, type RefusalDeps } from './security-log.ts'

export type ErrorContext = { requestId: string; errorField: ErrorField }
export type Answer = { status: number; body: Record<string, unknown> }

/** The reply to an error: a known error as it is, any other without internal details. */
export function errorAnswer(error: unknown, { requestId, errorField }: ErrorContext): Answer {
  const known = asAppError(error)
  return {
    status: known.status,
    body: {
      code: known.code,
      ...known.details,
      message: known.message,
      [errorField]: known.message,
      requestId,
      ...(known.field === undefined ? {} : { field: known.field }),
    },
  }
}

/** An error of the catalogue for any thrown value. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof URIError || isBadUrl(error)) {
    return new AppError('invalid_request', { message: 'The address cannot be read.', cause: error })
  }
  return new AppError(isOutage(error) ? 'service_unavailable' : 'internal', { cause: error })
}

/** Replies to thrown errors, and logs server errors with their cause under the request's id. */
export function createErrorHandler(deps: RefusalDeps): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
  return (error: unknown, request, response, next) => {
    const requestId = requestIdOf(request)
    const errorField = (response.locals.errorField as ErrorField | undefined) ?? 'message'
    const answer = errorAnswer(error, { requestId, errorField })
    const known = asAppError(error)
    // Read by the limits that count only wrong credentials.
    response.locals.refusedWith = known.code
    logRefusal(deps, known, [request, response])
    // Refusals in a rush are counted instead (`placings.ts`).
    if (answer.status >= 500 && known.code !== 'shop_busy' && known.code !== 'shop_restoring')
      deps.log.error(
        {
          ...idsOf(contextOf(request)),
          ...clientRequestId(request),
          url: redactUrl(request.path),
          err: error,
        },
        'request failed',
      )
    if (response.headersSent) {
      next(error)
      return
    }
    response.setHeader('Cache-Control', 'no-store')
    if (answer.status === 503) response.setHeader('Retry-After', retryAfterSeconds())
    response.status(answer.status).json(answer.body)
  }
}

/** Spread, so that clients refused at the same time do not return at the same time. */
const retryAfterSeconds = (): string => String(2 + Math.floor(Math.random() * 4))

/** For addresses without a call. */
export const answerNotFound: RequestHandler = () => {
  throw new AppError('not_found', { message: 'There is nothing at this address.' })
}

/** The id that the request log gives to every request. */
export function requestIdOf(request: Request): string {
  return contextOf(request).requestId
}

function isBadUrl(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400
}
