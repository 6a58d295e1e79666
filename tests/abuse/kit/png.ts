import { crc32, deflateSync } from 'node:zlib'

/**
 * `deep`: 16 bits a channel with transparency, interlaced, so that a decoder has to keep all of it: 8 bytes
 * a pixel.
 */
type Depth = 'black and white' | 'deep'

const forms = {
  'black and white': { bitDepth: 1, colorType: 0, interlaced: 0, bitsPerPixel: 1 },
  deep: { bitDepth: 16, colorType: 6, interlaced: 1, bitsPerPixel: 64 },
} as const

/** An empty PNG of these sides: a small file, whatever its decoded size. */
export function emptyPng(width: number, height: number, depth: Depth = 'black and white'): Buffer {
  const { bitDepth, colorType, interlaced, bitsPerPixel } = forms[depth]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitDepth
  header[9] = colorType
  header[12] = interlaced
  // Each row starts with its filter byte; filter 0 and all pixels are zeros.
  const bytes = passesOf(width, height, interlaced === 1)
    .map(([columns, rows]) => (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))))
    .reduce((sum, one) => sum + one, 0)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** First column and row of each pass of Adam7, and the steps to the next ones. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Columns and rows of each pass. */
function passesOf(width: number, height: number, isInterlaced: boolean): [number, number][] {
  if (!isInterlaced) return [[width, height]]
  return adam7.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
