import { type ErrorCode, errorCatalogue } from '../contracts/errors.ts'

/** An error with a code from the catalogue, which gives the HTTP status and the default message. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** The request field that caused the error. */
  readonly field: string | undefined
  /** More reply fields, such as `redirect_url`; a `code` among them replaces the catalogue's. */
  readonly details: Record<string, unknown>

  constructor(
    code: ErrorCode,
    more: {
      message?: string
      field?: string
      details?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(more.message ?? errorCatalogue[code].message, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.field = more.field
    this.details = more.details ?? {}
  }
}
