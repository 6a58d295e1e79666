import type { GalleryImage } from '../../contracts/gallery.ts'
import { type IImage, type ImageDoc, ImageModel } from './image-model.ts'

type Known = 'width' | 'height' | 'bytes'

/** @param image `url` is what `saveMedia` told, or any address of a picture */
export async function addImage(
  image: Omit<IImage, 'createdAt' | Known> & Partial<Pick<IImage, Known>>,
): Promise<GalleryImage> {
  const added = await ImageModel.create(image)
  return imageView(added.toObject() as ImageDoc)
}

/** Every image of the gallery, oldest first. */
export async function listImages(): Promise<GalleryImage[]> {
  const images = await ImageModel.find().sort({ _id: 1 }).lean<ImageDoc[]>()
  return images.map(imageView)
}

function imageView({ _id, title, type, url, redirectUrl }: ImageDoc): GalleryImage {
  return { id: String(_id), title, type, url, redirectUrl }
}
