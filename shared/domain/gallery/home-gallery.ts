import type { HomeGallery, ImageType, ShownImage } from '../../contracts/gallery.ts'
import { type ImageDoc, ImageModel } from './image-model.ts'

const shownTypes = ['CarouselMb', 'CarouselPc', 'Popup'] as const satisfies readonly ImageType[]

/** What the home page shows of the gallery, from one read; each list oldest first. */
export async function homeGallery(): Promise<HomeGallery> {
  const images = await ImageModel.find({ type: { $in: shownTypes } })
    .sort({ type: 1, _id: 1 })
    .lean<ImageDoc[]>()
  const ofType = (type: ImageType): ShownImage[] =>
    images
      .filter((image) => image.type === type)
      .map(({ url, redirectUrl, title }) => ({ url, redirectUrl, title }))
  return { CarouselMb: ofType('CarouselMb'), CarouselPc: ofType('CarouselPc'), Popup: ofType('Popup') }
}
