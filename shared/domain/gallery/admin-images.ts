import type { AdminImage } from '../../contracts/admin-gallery.ts'
import type { ImageType } from '../../contracts/gallery.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type ImageDoc, ImageModel } from './image-model.ts'
import { readImageUsage } from './image-uses.ts'
import { createRenditions } from './create-renditions.ts'
import { type IMedia, MediaModel } from './media-model.ts'
import { addressesOf, mediaIdOf } from './media-store.ts'

type GalleryDeps = Pick<Deps, 'clock'>

/** Every image, oldest first. */
export async function listAdminImages(): Promise<AdminImage[]> {
  const [images, usesOf] = await Promise.all([
    ImageModel.find().sort({ _id: 1 }).lean<ImageDoc[]>(),
    readImageUsage(),
  ])
  return images.map((image) => adminImage(image, usesOf(image)))
}

export type Upload = {
  title: string
  type: ImageType
  redirectUrl?: string | undefined
  file: Uint8Array | undefined
}

/**
 * Puts a picture into the gallery, written anew in its sizes, with its row in the log.
 * @throws AppError upload_incomplete without a file, image_unreadable
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
      ...{ at: deps.clock.now(), action: 'image.upload', target: auditTarget.image(String(image._id)), reason: '' },
      ...{ before: {}, after: fields },
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
 * Deletes an image, and its picture where no other image has the same. Where it is used, only if the admin has seen
 * at how many places.
 * @throws AppError not_found, image_in_use
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
      ...{ at: deps.clock.now(), action: 'image.delete', target: auditTarget.image(id), reason: '' },
      ...{ before: { title, type, url, uses: uses.length }, after: {} },
    })
  })
  await forgetPicture(mediaIdOf(url))
}

/** One document may be the picture of an image and, smaller, a size of another's: what is still asked for stays. */
async function forgetPicture(id: string | undefined): Promise<void> {
  if (!id || (await isNeeded(id))) return
  const media = await MediaModel.findByIdAndDelete(id).lean<IMedia | null>()
  if (!media) return
  if (await isNeeded(id)) {
    // An upload of the same bytes was between the look and the deletion: it found them kept, and counts on them.
    await ignoreDuplicate(() => MediaModel.insertMany([media]))
    return
  }
  for (const rendition of media.renditions) await forgetPicture(rendition.media)
}

const isNeeded = async (id: string): Promise<boolean> =>
  (await ImageModel.exists({ url: { $in: addressesOf(id) } })) !== null ||
  (await MediaModel.exists({ 'renditions.media': id })) !== null

function adminImage(image: ImageDoc, uses: AdminImage['uses']): AdminImage {
  const { _id, title, type, url, redirectUrl, width, height, bytes } = image
  return { id: String(_id), title, type, url, redirectUrl, width, height, bytes, uses }
}
