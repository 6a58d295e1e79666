/**
 * Child process that encodes one picture and exits. A decoder's memory is outside V8's heap, where Node's limits do not
 * apply: the process measures itself and exits above `memoryMb`. It receives no environment, and so no secrets.
 */
import sharp from 'sharp'
import {
  type Encoded,
  type EncodedFile,
  type EncodeRequest,
  type EncodeResult,
  memoryExit,
} from './encode-picture.ts'

/** Read from the header, before anything is unpacked. */
const maxSide = 10_000
const maxPixels = 25_000_000

const webp = { quality: 82 } as const

// One thread and no cache: the process encodes a single picture.
sharp.concurrency(1)
sharp.cache(false)

process.once('message', (order) => void answer(order as EncodeRequest))

async function answer({ file, widths, memoryMb }: EncodeRequest): Promise<void> {
  const memoryCheck = setInterval(() => {
    if (process.memoryUsage.rss() > memoryMb * 1024 * 1024) process.exit(memoryExit)
  }, 20)
  sendAnswer(
    await encode(file, widths).catch((error: unknown) => ({ kind: 'unreadable', reason: String(error) })),
  )
  clearInterval(memoryCheck)
}

function sendAnswer(answer: EncodeResult): void {
  process.send?.(answer, () => process.disconnect())
}

async function encode(file: Uint8Array, widths: EncodeRequest['widths']): Promise<EncodeResult> {
  const { width = 0, height = 0, pages = 1 } = await sharp(file).metadata()
  const isLarge = Math.max(width, height) > maxSide || width * height * pages > maxPixels
  return isLarge ? { kind: 'too_large' } : { kind: 'encoded', ...(await encodeRenditions(file, widths)) }
}

/** @throws sharp's error for a file that it cannot read or write */
async function encodeRenditions(
  file: Uint8Array,
  [widest, ...smaller]: EncodeRequest['widths'],
): Promise<Encoded> {
  const { data, info } = await read(file, widest).webp(webp).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const sizes: EncodedFile[] = []
  for (const each of [width, ...smaller.filter((each) => each < width)]) {
    const avif = await read(file, each).avif({ quality: 55, effort: 2 }).toBuffer()
    sizes.push({ bytes: avif, contentType: 'image/avif', width: each })
    if (each === width) continue
    const bytes = await read(file, each).webp(webp).toBuffer()
    sizes.push({ bytes, contentType: 'image/webp', width: each })
  }
  return { main: { bytes: data, contentType: 'image/webp', width }, sizes, width, height }
}

/** Rotated by its EXIF orientation and never enlarged; only its pixels are kept. */
function read(file: Uint8Array, width: number) {
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: 20 })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
}
