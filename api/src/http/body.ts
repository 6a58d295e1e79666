import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import express, { type NextFunction, type Request, type Response } from 'express'

const parseJson = express.json({ limit: 100_000 })

/** Reads a JSON body of at most 100 kB; a call without a body has an empty one. */
export function readJsonBody(request: Request, response: Response, next: NextFunction): void {
  if (!hasBody(request)) {
    request.body = {}
    next()
    return
  }
  if (!request.is('application/json')) throw new AppError('unsupported_media_type')
  parseJson(request, response, (error?: unknown) => next(error === undefined ? undefined : asAppError(error)))
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length') ?? 0) > 0
}

/** The reader's own error types, from the documentation of body-parser. */
function asAppError(error: unknown): unknown {
  switch ((error as { type?: string } | null)?.type) {
    case 'entity.too.large':
      return new AppError('body_too_large')
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('unsupported_media_type')
    case 'entity.parse.failed':
    case 'request.aborted':
    case 'request.size.invalid':
      return new AppError('malformed_json')
    default:
      return error
  }
}
