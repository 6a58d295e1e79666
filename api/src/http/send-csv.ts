import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/**
 * Sends lines as they are made, no faster than they are taken: however many there are, few are in memory. Who goes away
 * ends the making of them.
 * @returns whether all of them were taken
 * @throws what the making of them threw
 */
export async function sendCsv(
  response: Response,
  file: string,
  lines: AsyncIterable<string>,
): Promise<boolean> {
  response.status(200).type('text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${file}"`)
  try {
    await pipeline(Readable.from(lines, { objectMode: true, highWaterMark: 1 }), response)
    return true
  } catch (error) {
    if (!isGone(error)) throw error
    return false
  }
}

/** The second: who was gone before the first line. */
const goneCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

const isGone = (error: unknown) => error instanceof Error && 'code' in error && goneCodes.includes(error.code)
