import { type ErrorCode, errorCatalogue } from '../contracts/errors.ts'

/** A refusal with a code from the catalogue; status and sentence come from there. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** The request field at fault. */
  readonly field: string | undefined
  /** More reply fields, such as `redirect_url`; `code` takes the place of the catalogue's. */
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
