import mongoose, { Schema } from 'mongoose'

export interface IMedia {
  /** SHA-256 of the bytes in hex: the same picture is kept once. */
  _id: string
  contentType: string
  /** In bytes. */
  size: number
  bytes: Buffer
  createdAt: Date
}

const mediaSchema = new Schema<IMedia>(
  {
    _id: { type: String, required: true },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
  },
  { collection: 'media', strict: 'throw', timestamps: { createdAt: true, updatedAt: false } },
)

export const MediaModel = mongoose.model<IMedia>('Media', mediaSchema)
