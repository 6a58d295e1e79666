import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** The same picture in another size or format, stored as a document of its own. */
export interface Rendition {
  media: string
  contentType: string
  /** In pixels. */
  width: number
}

export interface IMedia {
  /** SHA-256 of the bytes in hex, so that the same picture is stored once. */
  _id: string
  contentType: string
  /** In bytes. */
  size: number
  bytes: Buffer
  renditions: Rendition[]
  createdAt: Date
}

const renditionSchema = new Schema<Rendition>(
  {
    media: { type: String, required: true },
    contentType: { type: String, required: true },
    width: { type: Number, required: true },
  } satisfies SchemaFields<Rendition>,
  { _id: false },
)

const mediaSchema = new Schema<IMedia>(
  {
    _id: { type: String, required: true },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
    renditions: { type: [renditionSchema], default: [] },
  },
  { collection: 'media', strict: 'throw', timestamps: { createdAt: true, updatedAt: false } },
)

// Used before a rendition is deleted, because the documents are large.
mediaSchema.index({ 'renditions.media': 1 }, { name: 'by_rendition' })

export const MediaModel = mongoose.model<IMedia>('Media', mediaSchema)
