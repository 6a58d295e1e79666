import { PassThrough } from 'node:stream'
import type { Response } from 'express'
import { describe, expect, it } from 'vitest'
import { sendDownload } from './send-download.ts'

function aResponse() {
  const stream = new PassThrough()
  const response = Object.assign(stream, {
    status: () => response,
    type: () => response,
    setHeader: () => response,
  }) as unknown as Response & PassThrough
  return response
}
async function* lines(fails = false) {
  yield 'a,b\r\n'
  if (fails) throw new Error('the database is gone')
  yield '1,2\r\n'
}

describe('a CSV', () => {
  it('is complete when the client received all of it', async () => {
    const response = aResponse()
    const taken = response.setEncoding('utf8').toArray()
    expect(await sendDownload(response, { csv: 'x.csv' }, lines())).toBe(true)
    expect((await taken).join('')).toBe('a,b\r\n1,2\r\n')
  })

  it('is incomplete, without an error, when the client left before the first line', async () => {
    const response = aResponse()
    response.destroy()
    expect(await sendDownload(response, { csv: 'x.csv' }, lines())).toBe(false)
  })

  it('is incomplete when the client leaves during the transfer', async () => {
    const response = aResponse()
    response.once('data', () => response.destroy())
    expect(await sendDownload(response, { csv: 'x.csv' }, lines())).toBe(false)
  })

  it('fails with the error of the source', async () => {
    const response = aResponse()
    response.resume()
    await expect(sendDownload(response, { csv: 'x.csv' }, lines(true))).rejects.toThrow(
      'the database is gone',
    )
  })
})
