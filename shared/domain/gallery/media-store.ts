import { createHash } from 'node:crypto'
import { unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import { MediaModel } from './media-model.ts'

/** A picture lies in one document, which MongoDB limits to 16 MB; shop pictures are far below this. */
export const maxMediaBytes = 5 * 1024 * 1024

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

export type Media = { contentType: string; bytes: Buffer }

/**
 * Keeps a picture and tells its address, which never means other bytes: `/media/<sha256>.<ext>`.
 * @throws RangeError for another content type than the six image types, for no bytes and for more than 5 MB
 */
export async function saveMedia(bytes: Buffer, contentType: string): Promise<string> {
  const extension = extensions[contentType]
  if (!extension) throw new RangeError(`not a picture's content type: ${contentType}`)
  if (bytes.length === 0 || bytes.length > maxMediaBytes) {
    throw new RangeError(`a picture has 1 to ${maxMediaBytes} bytes, not ${bytes.length}`)
  }
  const sha = createHash('sha256').update(bytes).digest('hex')
  const media = { contentType, size: bytes.length, bytes }
  await unlessSomeoneWasFirst(() =>
    MediaModel.updateOne({ _id: sha }, { $setOnInsert: media }, { upsert: true }),
  )
  return `/media/${sha}.${extension}`
}

/** @param name the last part of a media address: `<sha256>.<ext>` */
export async function findMedia(name: string): Promise<Media | undefined> {
  const [, sha, extension] = /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(name) ?? []
  if (!sha) return undefined
  const media = await MediaModel.findById(sha).lean()
  if (!media || extensions[media.contentType] !== extension) return undefined
  return { contentType: media.contentType, bytes: toBuffer(media.bytes) }
}

/** A lean read hands out the driver's Binary, whatever the type says. */
function toBuffer(bytes: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer)
}
