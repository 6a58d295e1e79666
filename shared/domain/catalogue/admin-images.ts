import type { AdminImage, ImageUsage } from '../../contracts/admin-gallery.ts'
import type { GalleryImage, ImageType } from '../../contracts/gallery.ts'
import { slidesOf } from '../../contracts/home-slides.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { createRenditions } from './create-renditions.ts'
import { homeImages } from './home-gallery.ts'
import { type IImage, type ImageDoc, ImageModel } from './image-model.ts'
import { ItemModel } from './item-model.ts'
import { type IMedia, MediaModel } from './media-model.ts'
import { addressesOf, mediaIdOf } from './media-store.ts'
import { ProductModel } from './product-model.ts'

type GalleryDeps = Pick<Deps, 'clock'>

/** Every image, oldest first. */
export async function listAdminImages(): Promise<AdminImage[]> {
  const [images, usesOf] = await Promise.all([
    ImageModel.find().sort({ _id: 1 }).lean<ImageDoc[]>(),
    readImageUsage(),
  ])
  return images.map((image) => adminImage(image, usesOf(image)))
}

type Upload = {
  title: string
  type: ImageType
  redirectUrl?: string | undefined
  file: Uint8Array | undefined
}

/**
 * Adds a picture to the gallery, re-encoded in its sizes, with an audit row.
 * @throws AppError `upload_incomplete` without a file, `image_unreadable`
 */
export async function uploadImage(
  deps: GalleryDeps,
  admin: Actor,
  { title, type, redirectUrl = '', file }: Upload,
): Promise<AdminImage> {
  if (!file || file.length === 0) throw new AppError('upload_incomplete', { field: 'images' })
  const { url, width, height, bytes } = await createRenditions(file, type)
  const fields = { title, type, redirectUrl, url, width, height, bytes }
  const image = await inTransaction(async (tx) => {
    const [added] = await ImageModel.create([fields], { session: tx })
    const image = added?.toObject() as ImageDoc
    await writeAudit(tx, admin, {
      at: deps.clock.now(),
      action: 'image.upload',
      target: auditTarget.image(String(image._id)),
      reason: '',
      before: {},
      after: fields,
    })
    return image
  })
  // A concurrent deletion of the last image with the same bytes may have removed them before this image was stored.
  if (!(await isComplete(url))) await createRenditions(file, type)
  return adminImage(image, (await readImageUsage())(image))
}

/** Whether a picture is stored with all its sizes. */
async function isComplete(url: string): Promise<boolean> {
  const media = await MediaModel.findById(mediaIdOf(url), { renditions: 1 }).lean<Pick<
    IMedia,
    'renditions'
  > | null>()
  if (!media) return false
  const sizes = [...new Set(media.renditions.map((rendition) => rendition.media))]
  return (await MediaModel.countDocuments({ _id: { $in: sizes } })) === sizes.length
}

/**
 * Deletes an image, and its picture unless another image has the same. An image in use is deleted only if the admin has
 * seen its current number of uses.
 * @throws AppError `not_found`, `image_in_use`
 */
export async function deleteImage(
  deps: GalleryDeps,
  admin: Actor,
  { id, knownUses = 0 }: { id: string; knownUses?: number | undefined },
): Promise<void> {
  const image = await ImageModel.findById(id).lean<ImageDoc | null>()
  if (!image) throw new AppError('not_found')
  const uses = (await readImageUsage())(image)
  if (uses.length > 0 && uses.length !== knownUses) throw new AppError('image_in_use')
  const { title, type, url } = image
  await inTransaction(async (tx) => {
    const { deletedCount } = await ImageModel.deleteOne({ _id: image._id }, { session: tx })
    if (deletedCount === 0) throw new AppError('not_found')
    await writeAudit(tx, admin, {
      at: deps.clock.now(),
      action: 'image.delete',
      target: auditTarget.image(id),
      reason: '',
      before: { title, type, url, uses: uses.length },
      after: {},
    })
  })
  await deletePicture(mediaIdOf(url))
}

/** A document can be an image's picture and a rendition of another picture; it is kept while it is referenced. */
async function deletePicture(id: string | undefined): Promise<void> {
  if (!id || (await isReferenced(id))) return
  const media = await MediaModel.findByIdAndDelete(id).lean<IMedia | null>()
  if (!media) return
  if (await isReferenced(id)) {
    // A concurrent upload of the same bytes found them stored, and references them now.
    await ignoreDuplicate(() => MediaModel.insertMany([media]))
    return
  }
  for (const rendition of media.renditions) await deletePicture(rendition.media)
}

const isReferenced = async (id: string): Promise<boolean> =>
  (await ImageModel.exists({ url: { $in: addressesOf(id) } })) !== null ||
  (await MediaModel.exists({ 'renditions.media': id })) !== null

function adminImage(image: ImageDoc, uses: AdminImage['uses']): AdminImage {
  const { _id, title, type, url, redirectUrl, width, height, bytes } = image
  return { id: String(_id), title, type, url, redirectUrl, width, height, bytes, uses }
}

/** The uses of an image. */
type UsageOf = (image: ImageDoc) => ImageUsage[]

/** Reads the catalogue and the home page's lists once, for any number of images. */
async function readImageUsage(): Promise<UsageOf> {
  const [products, items, images] = await Promise.all([
    ProductModel.find({}, { name: 1, imgpath: 1 }).sort({ createdAt: 1, _id: 1 }).lean(),
    ItemModel.find({}, { name: 1, imgpath: 1 }).sort({ _id: 1 }).lean(),
    homeImages(),
  ])
  const byUrl = new Map<string, ImageUsage[]>()
  const add = (url: string, use: ImageUsage) => byUrl.set(url, [...(byUrl.get(url) ?? []), use])
  for (const { _id, name, imgpath } of products) add(imgpath, { kind: 'product', id: _id, name })
  for (const { _id, name, imgpath } of items) add(imgpath, { kind: 'item', id: String(_id), name })
  const homeImageUses = homeUses(images)
  return ({ _id, url }) => [
    ...homeImageUses.filter(({ image }) => image._id.equals(_id)).map(({ use }) => use),
    ...(byUrl.get(url) ?? []),
  ]
}

/** Each image of the home page with its place; a slide has one for phones and one for wider screens. */
function homeUses(images: Awaited<ReturnType<typeof homeImages>>): { image: ImageDoc; use: ImageUsage }[] {
  const use = (id: string, name: string): ImageUsage => ({ kind: 'home', id, name: `Home, ${name}` })
  const slides = slidesOf(images).flatMap(({ wide, small }, place) =>
    [wide, small].map((image) => ({ image, use: use(`slide-${place + 1}`, `slide ${place + 1}`) })),
  )
  return [...slides, ...images.Popup.slice(0, 1).map((image) => ({ image, use: use('popup', 'popup') }))]
}

type MeasuredField = 'width' | 'height' | 'bytes'

/** @param image `url` is an address returned by `saveMedia`, or any address of a picture */
export async function addImage(
  image: Omit<IImage, 'createdAt' | MeasuredField> & Partial<Pick<IImage, MeasuredField>>,
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
