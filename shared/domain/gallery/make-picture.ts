import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { ImageType } from '../../contracts/gallery.ts'
import { AppError } from '../../platform/app-error.ts'
import { mediaIdOf, saveMedia } from './media-store.ts'

// A picture is encoded on one of the process's threads; the others are for those who wait for a page.
sharp.concurrency(1)

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** A small file can unpack to gigabytes: beyond so many pixels none is read. */
const maxPixels = 40_000_000

/** The widths in which a picture of each type is shown, in pixels, the widest first. */
const widths: Readonly<Record<ImageType, readonly [number, ...number[]]>> = {
  CarouselPc: [1600, 1000, 640],
  Banner: [1600, 1000, 640],
  CarouselMb: [800, 560, 360],
  Popup: [800, 560, 360],
  Product: [640, 400, 240],
  Item: [240, 160, 96],
}

export type MadePicture = { url: string; width: number; height: number; bytes: number }

/**
 * Reads a picture by its content, writes it anew without whatever else was in the file, in the sizes in which it is
 * shown, as WebP and AVIF, and keeps them.
 * @throws AppError image_unreadable
 */
export async function makePicture(file: Uint8Array, type: ImageType): Promise<MadePicture> {
  const found = await fileTypeFromBuffer(file)
  if (!found || !readable.includes(found.mime)) throw new AppError('image_unreadable', { field: 'images' })
  try {
    return await writeAnew(file, widths[type])
  } catch (cause) {
    throw new AppError('image_unreadable', { field: 'images', cause })
  }
}

async function writeAnew(
  file: Uint8Array,
  [widest, ...smaller]: readonly [number, ...number[]],
): Promise<MadePicture> {
  const main = await encode(file, widest).webp({ quality: 82 }).toBuffer({ resolveWithObject: true })
  const { width, height } = main.info
  const variants = []
  for (const each of [width, ...smaller.filter((one) => one < width)]) {
    const avif = await encode(file, each).avif({ quality: 55, effort: 2 }).toBuffer()
    variants.push(await keep(avif, 'image/avif', each))
    if (each < width) {
      variants.push(await keep(await encode(file, each).webp({ quality: 82 }).toBuffer(), 'image/webp', each))
    }
  }
  const url = await saveMedia(main.data, 'image/webp', variants)
  return { url, width, height, bytes: main.data.length }
}

/** Turned as the camera held it, never larger than it was; nothing of the file but its pixels is kept. */
function encode(file: Uint8Array, width: number) {
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: 20 })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
}

async function keep(bytes: Buffer, contentType: string, width: number) {
  const media = mediaIdOf(await saveMedia(bytes, contentType)) ?? ''
  return { media, contentType, width }
}
