import type { ImageType } from '../../contracts/gallery.ts'
import { AppError } from '../../platform/app-error.ts'
import type { IVariant } from './media-model.ts'
import { maxMediaBytes, mediaIdOf, saveMedia } from './media-store.ts'

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** A small file can unpack to gigabytes: beyond so many pixels none is read. */
const maxPixels = 40_000_000

const webp = { quality: 82 } as const

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
 * @throws AppError image_unreadable, body_too_large where it is too large even so
 */
export async function makePicture(file: Uint8Array, type: ImageType): Promise<MadePicture> {
  const { sharp, fileTypeFromBuffer } = await loadLibraries()
  const found = await fileTypeFromBuffer(file)
  if (!found || !readable.includes(found.mime)) throw new AppError('image_unreadable', { field: 'images' })
  const { main, sizes, width, height } = await writeAnew(sharp, file, widths[type]).catch(
    (cause: unknown) => {
      throw new AppError('image_unreadable', { field: 'images', cause })
    },
  )
  if ([main, ...sizes].some(({ bytes }) => bytes.length > maxMediaBytes)) {
    throw new AppError('body_too_large', { field: 'images' })
  }
  const variants: IVariant[] = []
  for (const { bytes, contentType, width: each } of sizes) {
    variants.push({
      media: mediaIdOf(await saveMedia(bytes, contentType)) ?? '',
      ...{ contentType, width: each },
    })
  }
  const url = await saveMedia(main.bytes, main.contentType, variants)
  return { url, width, height, bytes: main.bytes.length }
}

/** Loaded with the first picture: most processes never see one, and they take 16 MB. */
async function loadLibraries() {
  const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([
    import('sharp'),
    import('file-type'),
  ])
  // A picture is encoded on one of the process's threads; the others are for those who wait for a page.
  sharp.concurrency(1)
  return { sharp, fileTypeFromBuffer }
}

type Sharp = Awaited<ReturnType<typeof loadLibraries>>['sharp']

type Written = { bytes: Buffer; contentType: string; width: number }

/** @throws whatever sharp says of a file that it can't read or write */
async function writeAnew(
  sharp: Sharp,
  file: Uint8Array,
  [widest, ...smaller]: readonly [number, ...number[]],
) {
  const encode = (width: number) => read(sharp, file, width)
  const { data, info } = await encode(widest).webp(webp).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const sizes: Written[] = []
  for (const each of [width, ...smaller.filter((one) => one < width)]) {
    const avif = await encode(each).avif({ quality: 55, effort: 2 }).toBuffer()
    sizes.push({ bytes: avif, contentType: 'image/avif', width: each })
    if (each === width) continue
    sizes.push({
      bytes: await encode(each).webp(webp).toBuffer(),
      ...{ contentType: 'image/webp', width: each },
    })
  }
  const main: Written = { bytes: data, contentType: 'image/webp', width }
  return { main, sizes, width, height }
}

/** Turned as the camera held it, never larger than it was; nothing of the file but its pixels is kept. */
function read(sharp: Sharp, file: Uint8Array, width: number) {
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: 20 })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
}
