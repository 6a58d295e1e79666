import * as z from 'zod/mini'
import { route } from './http/route.ts'

export const ImageType = z.enum(['CarouselMb', 'CarouselPc', 'Banner', 'Popup', 'Item', 'Product'])
export type ImageType = z.output<typeof ImageType>

export const GalleryImage = z.object({
  id: z.string(),
  title: z.string(),
  type: ImageType,
  url: z.string(),
  redirectUrl: z.string(),
})
export type GalleryImage = z.output<typeof GalleryImage>

const Shown = z.object({ url: z.string(), redirectUrl: z.string(), title: z.string() })
export type ShownImage = z.output<typeof Shown>

export const HomeGallery = z.object({
  CarouselMb: z.array(Shown),
  CarouselPc: z.array(Shown),
  Popup: z.array(Shown),
})
export type HomeGallery = z.output<typeof HomeGallery>

/** How many slides the carousel of the home page has (specification §9). */
const slideCount = 3

/** A slide: a picture for phones and one for wider screens. */
export type Slide<Image> = { wide: Image; small: Image }

/** The carousel's slides; none unless there are pictures for both. A phone's has the same title, or the same place. */
export function slidesOf<Image extends { title: string }>(lists: {
  CarouselPc: readonly Image[]
  CarouselMb: readonly Image[]
}): Slide<Image>[] {
  const phone = lists.CarouselMb
  return lists.CarouselPc.slice(0, slideCount).flatMap((wide, place) => {
    const small = phone.find(({ title }) => title === wide.title) ?? phone[place % phone.length]
    return small ? [{ wide, small }] : []
  })
}

export const homeGallery = route({
  method: 'GET',
  path: '/gallery/images',
  auth: 'public',
  summary: 'The home page’s banners and popup',
  result: HomeGallery,
  errors: [],
  errorField: 'message',
})
