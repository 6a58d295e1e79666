import { asId, asRecord, vendorMessage } from '../call-vendor.ts'

export type VendorError = { code: string; message: string }

/** Errors come under any HTTP status, at top level or under `data`, so only the body is checked. */
export function parseError(body: unknown, { secret }: { secret: string }): VendorError | undefined {
  const whole = asRecord(body)
  const error = [whole, asRecord(whole.data)].find((part) => asId(part.err_code) !== '')
  if (!error) return undefined
  const code = asId(error.err_code)
  return { code, message: vendorMessage(error.err_message, [secret]) || `Error ${code}.` }
}

export const describeError = (error: VendorError) => `${error.message} (${error.code})`
