import { createHash } from 'node:crypto'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import { MediaModel, type Rendition } from './media-model.ts'

/** A picture is one document, which MongoDB limits to 16 MB; shop pictures are far smaller. */
export const maxMediaBytes = 5 * 1024 * 1024

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/** `etag` identifies the bytes. */
export type Media = { contentType: string; bytes: Buffer; etag: string }

/** The smallest width that suffices, and whether the browser accepts AVIF. */
export type MediaQuery = { width?: number | undefined; avif?: boolean | undefined }

/**
 * Stores a picture and returns its address, `/media/<sha256>.<ext>`, whose content never changes.
 * @param renditions the same picture in other sizes, stored before
 * @throws RangeError for other content types than the six image types, for no bytes and for more than 5 MB
 */
export async function saveMedia(
  bytes: Buffer,
  contentType: string,
  renditions: Rendition[] = [],
): Promise<string> {
  const extension = extensions[contentType]
  if (!extension) throw new RangeError(`not a picture's content type: ${contentType}`)
  if (bytes.length === 0 || bytes.length > maxMediaBytes) {
    throw new RangeError(`a picture has 1 to ${maxMediaBytes} bytes, not ${bytes.length}`)
  }
  const sha = createHash('sha256').update(bytes).digest('hex')
  const media = { contentType, size: bytes.length, bytes }
  // The same bytes may be stored already as another picture's rendition, without renditions of their own.
  const upsert = () =>
    MediaModel.updateOne(
      { _id: sha },
      { $setOnInsert: media, $addToSet: { renditions: { $each: renditions } } },
      { upsert: true },
    )
  if (!(await ignoreDuplicate(upsert))) await upsert()
  return addressOf(sha, extension)
}

const addressOf = (id: string, extension: string) => `/media/${id}.${extension}`

/** Every address that can refer to a picture. */
export const addressesOf = (id: string): string[] =>
  Object.values(extensions).map((extension) => addressOf(id, extension))

/** The id in a media address, whatever its extension; undefined for other addresses. */
export const mediaIdOf = (url: string): string | undefined => /^\/media\/([0-9a-f]{64})\./.exec(url)?.[1]

/** @param name the last part of a media address: `<sha256>.<ext>` */
export async function findMedia(name: string, query: MediaQuery = {}): Promise<Media | undefined> {
  const [, sha, extension] = /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(name) ?? []
  if (!sha) return undefined
  // Only uploads have renditions, and they are always stored as WebP.
  const chosen = extension === 'webp' ? await chosenRendition(sha, query) : undefined
  const media = await MediaModel.findById(chosen ?? sha).lean()
  if (!media || (!chosen && extensions[media.contentType] !== extension)) return undefined
  return { contentType: media.contentType, bytes: toBuffer(media.bytes), etag: media._id }
}

/** A stored picture with its other sizes and formats. */
export type Picture = {
  url: string
  contentType: string
  bytes: Buffer
  renditions: { contentType: string; width: number; bytes: Buffer }[]
}

/** The picture at a media address with all its sizes; undefined for other addresses, and when it is not stored. */
export async function readPicture(url: string): Promise<Picture | undefined> {
  const media = await MediaModel.findById(mediaIdOf(url) ?? '').lean()
  if (!media) return undefined
  const { contentType, bytes, renditions } = media
  const stored = await MediaModel.find({ _id: { $in: renditions.map((one) => one.media) } }).lean()
  const bytesOf = new Map(stored.map((one) => [one._id, toBuffer(one.bytes)]))
  return {
    url,
    contentType,
    bytes: toBuffer(bytes),
    renditions: renditions.flatMap(({ media: id, ...rendition }) => {
      const found = bytesOf.get(id)
      return found ? [{ ...rendition, bytes: found }] : []
    }),
  }
}

async function chosenRendition(sha: string, { width = Number.POSITIVE_INFINITY, avif = false }: MediaQuery) {
  if (width === Number.POSITIVE_INFINITY && !avif) return undefined
  const media = await MediaModel.findById(sha, { renditions: 1 }).lean()
  const readable = (media?.renditions ?? []).filter(
    ({ contentType }) => avif === (contentType === 'image/avif'),
  )
  const [narrowest] = readable
    .filter((rendition) => rendition.width >= width)
    .sort((a, b) => a.width - b.width)
  const [widest] = readable.toSorted((a, b) => b.width - a.width)
  // Without AVIF, no rendition is wider than the picture itself.
  return (narrowest ?? (avif ? widest : undefined))?.media
}

/** A lean read returns the driver's Binary, despite its type. */
function toBuffer(bytes: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer)
}
