import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import type { Response } from 'express'

/**
 * Streams a file's lines or bytes no faster than the client receives them, so that few are in
 * memory. The source ends when the client leaves.
 * @returns whether the client received all of them
 * @throws the error of the source
 */
export async function sendDownload(
  response: Response,
  { csv, zip = '' }: Pick<AnyRoute, 'csv' | 'zip'>,
  parts: AsyncIterable<string | Uint8Array>,
): Promise<boolean> {
  response.status(200).type(csv ? 'text/csv; charset=utf-8' : 'application/zip')
  response.setHeader('Content-Disposition', `attachment; filename="${csv ?? zip}"`)
  try {
    await pipeline(Readable.from(parts, { objectMode: true, highWaterMark: 1 }), response)
    return true
  } catch (error) {
    if (!isClientGone(error)) throw error
    return false
  }
}

/** The second: the client left before the first line. */
const goneCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

const isClientGone = (error: unknown) =>
  error instanceof Error && 'code' in error && goneCodes.includes(error.code)
