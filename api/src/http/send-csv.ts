import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/**
 * Sends lines as they are made, no faster than they are taken: however many there are, few are in memory. Who goes away
 * ends the making of them.
 */
export async function sendCsv(response: Response, file: string, lines: AsyncIterable<string>): Promise<void> {
  response.status(200).type('text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${file}"`)
  try {
    await pipeline(Readable.from(lines, { objectMode: true, highWaterMark: 1 }), response)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
