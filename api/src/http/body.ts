import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import multer from 'multer'

const parseJson = express.json({ limit: 100_000 })
const parseSmallJson = express.json({ limit: 20_000 })
const parseSmallText = express.text({ type: () => true, limit: 20_000 })
const parseSmallParts = multer({ limits: { fields: 100, fieldSize: 20_000, parts: 100 } }).none()
const parseSmallForm = express.urlencoded({ extended: false, limit: 20_000, parameterLimit: 100 })

/** Reads a JSON body of at most 100 kB; a call without a body has an empty one. */
export function readJsonBody(request: Request, response: Response, next: NextFunction): void {
  if (!hasBody(request)) {
    request.body = {}
    next()
    return
  }
  if (!request.is('application/json')) throw new AppError('unsupported_media_type')
  parseWith(parseJson, [request, response, next])
}

/**
 * Reads a vendor's body of at most 20 kB: JSON, a form or multipart fields, under any content type
 * or none. A callback rejected for its content type would be lost.
 */
export function readCallbackBody(request: Request, response: Response, next: NextFunction): void {
  if (!hasBody(request)) {
    request.body = {}
    next()
    return
  }
  const [, parse] = callbackParsers.find(([type]) => request.is(type)) ?? []
  const read = (error?: unknown) => {
    if (error === undefined && !parse) request.body = readUnnamed(String(request.body))
    next(error)
  }
  parseWith(parse ?? parseSmallText, [request, response, read])
}

const callbackParsers: readonly [string, RequestHandler][] = [
  ['application/json', parseSmallJson],
  ['application/x-www-form-urlencoded', parseSmallForm],
  ['multipart/form-data', parseSmallParts],
]

/** Parses JSON when the text begins with a brace, otherwise a form. */
function readUnnamed(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
  } catch {
    return {}
  }
}

function parseWith(parse: RequestHandler, [request, response, next]: Parameters<RequestHandler>): void {
  parse(request, response, (error?: unknown) => next(error === undefined ? undefined : asAppError(error)))
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length') ?? 0) > 0
}

/**
 * Maps the parsers' own error types (documented by body-parser); any other client error is a 400.
 */
function asAppError(error: unknown): unknown {
  const { type, status } = (error ?? {}) as { type?: string; status?: number }
  switch (type) {
    case 'entity.too.large':
    case 'parameters.too.many':
      return new AppError('body_too_large')
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('unsupported_media_type')
    case 'entity.parse.failed':
    case 'request.aborted':
    case 'request.size.invalid':
      return new AppError('malformed_json')
    default:
      return status && status >= 400 && status < 500 ? new AppError('invalid_request') : error
  }
}
