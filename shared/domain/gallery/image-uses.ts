import type { ImageUsage } from '../../contracts/admin-gallery.ts'
import { slidesOf } from '../../contracts/home-slides.ts'
import { ItemModel, ProductModel } from '../catalogue/index.ts'
import { homeImages } from './home-gallery.ts'
import type { ImageDoc } from './image-model.ts'

/** Where a picture is shown, by its image's id. */
export type UsageOf = (image: ImageDoc) => ImageUsage[]

/** Reads the catalogue and the home page's lists once, and answers for any image. */
export async function readImageUsage(): Promise<UsageOf> {
  const [products, items, shown] = await Promise.all([
    ProductModel.find({}, { name: 1, imgpath: 1 }).sort({ createdAt: 1, _id: 1 }).lean(),
    ItemModel.find({}, { name: 1, imgpath: 1 }).sort({ _id: 1 }).lean(),
    homeImages(),
  ])
  const byUrl = new Map<string, ImageUsage[]>()
  const add = (url: string, use: ImageUsage) => byUrl.set(url, [...(byUrl.get(url) ?? []), use])
  for (const { _id, name, imgpath } of products) add(imgpath, { kind: 'product', id: _id, name })
  for (const { _id, name, imgpath } of items) add(imgpath, { kind: 'item', id: String(_id), name })
  const atHome = homePlaces(shown)
  return ({ _id, url }) => [
    ...atHome.filter(({ image }) => image._id.equals(_id)).map(({ use }) => use),
    ...(byUrl.get(url) ?? []),
  ]
}

/** Each place of the home page with the image that stands there; a slide has one for phones and one for wider screens. */
function homePlaces(shown: Awaited<ReturnType<typeof homeImages>>): { image: ImageDoc; use: ImageUsage }[] {
  const use = (id: string, name: string): ImageUsage => ({ kind: 'home', id, name: `Home, ${name}` })
  const slides = slidesOf(shown).flatMap(({ wide, small }, place) =>
    [wide, small].map((image) => ({ image, use: use(`slide-${place + 1}`, `slide ${place + 1}`) })),
  )
  return [...slides, ...shown.Popup.slice(0, 1).map((image) => ({ image, use: use('popup', 'popup') }))]
}
