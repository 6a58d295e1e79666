import type { HomeGallery, ShownImage } from '../../contracts/gallery.ts'
import { type ImageDoc, ImageModel } from './image-model.ts'

const homeTypes = ['CarouselMb', 'CarouselPc', 'Popup'] as const satisfies readonly (keyof HomeGallery)[]

/** The images of the home page's lists, from one read; each list oldest first. */
export async function homeImages(): Promise<Record<keyof HomeGallery, ImageDoc[]>> {
  const images = await ImageModel.find({ type: { $in: homeTypes } })
    .sort({ type: 1, _id: 1 })
    .lean<ImageDoc[]>()
  const ofType = (type: keyof HomeGallery) => images.filter((image) => image.type === type)
  return { CarouselMb: ofType('CarouselMb'), CarouselPc: ofType('CarouselPc'), Popup: ofType('Popup') }
}

export async function homeGallery(): Promise<HomeGallery> {
  const { CarouselMb, CarouselPc, Popup } = await homeImages()
  return {
    CarouselMb: CarouselMb.map(shownImage),
    CarouselPc: CarouselPc.map(shownImage),
    Popup: Popup.map(shownImage),
  }
}

const shownImage = ({ url, redirectUrl, title }: ImageDoc): ShownImage => ({ url, redirectUrl, title })
