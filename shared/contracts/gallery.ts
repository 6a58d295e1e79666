import * as z from 'zod/mini'
import { route } from './route.ts'

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

export const homeGallery = route({
  method: 'GET',
  path: '/gallery/images',
  auth: 'public',
  summary: 'The home page’s banners and popup',
  result: HomeGallery,
  errors: [],
  errorField: 'message',
})
