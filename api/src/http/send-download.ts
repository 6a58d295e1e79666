import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import type { Response } from 'express'

/**
 * Sends a file's lines or bytes as they are made, no faster than they are taken: however many there are, few are in
 * memory. Who goes away ends the making of them.
 * @returns whether all of them were taken
 * @throws what the making of them threw
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
    if (!isGone(error)) throw error
    return false
  }
}

/** The second: who was gone before the first line. */
const goneCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

const isGone = (error: unknown) => error instanceof Error && 'code' in error && goneCodes.includes(error.code)
