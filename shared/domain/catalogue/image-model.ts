import mongoose, { Schema, type Types } from 'mongoose'
import { ImageType } from '../../contracts/gallery.ts'

export interface IImage {
  title: string
  type: ImageType
  url: string
  /** Where a click leads: a path of the shop or another address; empty for none. */
  redirectUrl: string
  /** In pixels; 0 for vector images and where unknown. */
  width: number
  height: number
  /** Of the largest of its files; 0 where it is not known. */
  bytes: number
  createdAt: Date
}

/** An image as read from the database. */
export type ImageDoc = IImage & { _id: Types.ObjectId }

const imageSchema = new Schema<IImage>(
  {
    title: { type: String, required: true, trim: true, maxlength: 200 },
    type: { type: String, required: true, enum: ImageType.options },
    url: { type: String, required: true },
    redirectUrl: { type: String, default: '' },
    width: { type: Number, default: 0 },
    height: { type: Number, default: 0 },
    bytes: { type: Number, default: 0 },
  },
  { collection: 'images', strict: 'throw', timestamps: { createdAt: true, updatedAt: false } },
)
imageSchema.index({ type: 1, _id: 1 }, { name: 'type_in_order' })

export const ImageModel = mongoose.model<IImage>('Image', imageSchema)
