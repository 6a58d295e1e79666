import type { ImageUse } from '../../contracts/admin-gallery.ts'
import { ItemModel, ProductModel } from '../catalogue/index.ts'
import { type ImageDoc, ImageModel } from './image-model.ts'

/** Where a picture is shown, by its image's id. */
export type UsesOf = (image: ImageDoc) => ImageUse[]

/** Slides of the home page; further ones are not shown. */
const slides = 3

/** Reads the catalogue and the home page's lists once, and answers for any image. */
export async function readUses(): Promise<UsesOf> {
  const [products, items, shown] = await Promise.all([
    ProductModel.find({}, { name: 1, imgpath: 1 }).sort({ createdAt: 1, _id: 1 }).lean(),
    ItemModel.find({}, { name: 1, imgpath: 1 }).sort({ _id: 1 }).lean(),
    ImageModel.find({ type: { $in: ['CarouselMb', 'CarouselPc', 'Popup'] } }, { type: 1 })
      .sort({ type: 1, _id: 1 })
      .lean(),
  ])
  const byUrl = new Map<string, ImageUse[]>()
  const add = (url: string, use: ImageUse) => byUrl.set(url, [...(byUrl.get(url) ?? []), use])
  for (const { _id, name, imgpath } of products) add(imgpath, { kind: 'product', id: _id, name })
  for (const { _id, name, imgpath } of items) add(imgpath, { kind: 'item', id: String(_id), name })
  return (image) => {
    const place = shown
      .filter(({ type }) => type === image.type)
      .findIndex(({ _id }) => image._id.equals(_id))
    const home = homeUse(image.type, place)
    return [...(home ? [home] : []), ...(byUrl.get(image.url) ?? [])]
  }
}

function homeUse(type: string, place: number): ImageUse | undefined {
  if (place < 0) return undefined
  if (type === 'Popup') return place === 0 ? { kind: 'home', id: 'popup', name: 'Home, popup' } : undefined
  return place < slides
    ? { kind: 'home', id: `slide-${place + 1}`, name: `Home, slide ${place + 1}` }
    : undefined
}
