import { deflateSync } from 'node:zlib'
import { createRenditions } from '@jhatpat/shared/domain/catalogue/create-renditions.ts'
import { encodePicture } from '@jhatpat/shared/domain/catalogue/encode-picture.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A black and white PNG of these sides: a few kilobytes of zeros, compressed. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

const widths = [640, 400, 240] as const

describe('a picture above the limits', () => {
  it.each([
    ['a line of 39,000,000 pixels', 39_000_000, 1],
    ['a side of 10,001 pixels', 10_001, 10],
    ['25 megapixels and a row', 5_000, 5_001],
  ])('%s is refused by its header, with a message', async (_what, width, height) => {
    const file = png(width, height)
    expect(file.length).toBeLessThan(10_000)
    const refusal = await createRenditions(file, 'Item').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'image_too_large', field: 'images' })
  })

  it('is read at exactly the largest allowed sides', async () => {
    expect(await encodePicture(png(10_000, 10), widths)).toMatchObject({ kind: 'encoded', width: 640 })
    expect(await encodePicture(png(5_000, 5_000), widths)).toMatchObject({ kind: 'encoded', height: 640 })
  })

  it('ends its process above the memory limit, and the next picture is read', async () => {
    const noise = await sharp({
      create: {
        width: 4_000,
        height: 4_000,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .png({ progressive: true })
      .toBuffer()
    expect(await encodePicture(noise, widths, 70)).toEqual({ kind: 'too_large' })
    expect(await encodePicture(png(300, 300), widths)).toMatchObject({ kind: 'encoded' })
  })

  it('uses no memory of the serving process, three at a time', async () => {
    await encodePicture(png(300, 300), widths)
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 10)
    const file = png(5_000, 5_000)
    const all = await Promise.all([1, 2, 3].map(() => encodePicture(file, widths)))
    clearInterval(watch)
    expect(all.map(({ kind }) => kind)).toEqual(['encoded', 'encoded', 'encoded'])
    expect((most - before) / 1024 / 1024, 'MB').toBeLessThan(60)
  })
})
