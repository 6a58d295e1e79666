import type { ImageType } from '../../contracts/gallery.ts'
import { AppError } from '../../platform/app-error.ts'
import { encodePicture } from './encode-picture.ts'
import type { Rendition } from './media-model.ts'
import { maxMediaBytes, mediaIdOf, saveMedia } from './media-store.ts'

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** The widths in which pictures of each type are shown, in pixels, widest first. */
const widths: Readonly<Record<ImageType, readonly [number, ...number[]]>> = {
  CarouselPc: [1600, 1000, 640],
  Banner: [1600, 1000, 640],
  CarouselMb: [800, 560, 360],
  Popup: [800, 560, 360],
  Product: [640, 400, 240],
  Item: [240, 160, 96],
}

export type CreatedMedia = { url: string; width: number; height: number; bytes: number }

/**
 * Reads a picture by its content, re-encodes it as WebP and AVIF in the sizes in which it is shown, and stores them.
 * Other content of the file, such as metadata, is dropped.
 * @throws AppError `image_unreadable`, `image_too_large`, `body_too_large` when the result is still too large
 */
export async function createRenditions(file: Uint8Array, type: ImageType): Promise<CreatedMedia> {
  // Loaded with the first picture: most processes never need it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(file)
  if (!found || !readable.includes(found.mime)) throw new AppError('image_unreadable', { field: 'images' })
  const encoded = await encodePicture(file, widths[type])
  if (encoded.kind === 'too_large') throw new AppError('image_too_large', { field: 'images' })
  if (encoded.kind === 'unreadable') {
    throw new AppError('image_unreadable', { field: 'images', cause: new Error(encoded.reason) })
  }
  const { main, sizes, width, height } = encoded
  if ([main, ...sizes].some(({ bytes }) => bytes.length > maxMediaBytes)) {
    throw new AppError('body_too_large', { field: 'images' })
  }
  const renditions: Rendition[] = []
  for (const { bytes, contentType, width: each } of sizes) {
    renditions.push({
      media: mediaIdOf(await saveMedia(Buffer.from(bytes), contentType)) ?? '',
      contentType,
      width: each,
    })
  }
  const url = await saveMedia(Buffer.from(main.bytes), main.contentType, renditions)
  return { url, width, height, bytes: main.bytes.length }
}
