import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Request, RequestHandler } from 'express'
import multer, { MulterError } from 'multer'
import { readJsonBody } from './body.ts'

/**
 * Reads a form with one file, which stays in memory and is passed to the handler as `file`; its
 * name and declared type are dropped. A JSON body has no file.
 */
export function readUpload({ field, maxBytes }: NonNullable<AnyRoute['file']>): RequestHandler {
  const parse = multer({
    storage: multer.memoryStorage(),
    limits: {
      fileSize: maxBytes,
      files: 1,
      fields: 10,
      parts: 11,
      fieldSize: 5_000,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  }).single(field)
  return (request, response, next) => {
    if (!request.is('multipart/form-data')) return readJsonBody(request, response, next)
    // A plain object: the parser's own has no prototype, so a field named `__proto__` would be
    // kept.
    parse(request, response, (error?: unknown) => {
      if (error !== undefined) return next(asAppError(error))
      request.body = Object.fromEntries(Object.entries((request.body ?? {}) as object))
      return next()
    })
  }
}

/** The uploaded file. */
export function fileOf(request: Request): Uint8Array | undefined {
  return request.file?.buffer
}

function asAppError(error: unknown): unknown {
  if (error instanceof MulterError) {
    return new AppError(error.code === 'LIMIT_FILE_SIZE' ? 'body_too_large' : 'invalid_request')
  }
  // Errors of the form itself have no name, such as "Unexpected end of form".
  return new AppError('invalid_request', { cause: error })
}
