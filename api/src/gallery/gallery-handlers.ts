import * as adminCalls from '@jhatpat/shared/contracts/admin-gallery.ts'
import * as calls from '@jhatpat/shared/contracts/gallery.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  deleteImage,
  homeGallery,
  listAdminImages,
  uploadImage,
} from '@jhatpat/shared/domain/gallery/index.ts'
import { actorOf } from '../author-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountGallery(mount: Mount, deps: Pick<Deps, 'clock'>): void {
  mount(calls.homeGallery, homeGallery)

  mount(adminCalls.imageGallery, listAdminImages)

  mount(adminCalls.uploadImage, async ({ caller, body, file, ip }) => ({
    message: 'Image uploaded successfully!',
    image: await uploadImage(deps, actorOf(caller, ip), { ...body, file }),
  }))

  mount(adminCalls.deleteImage, async ({ caller, params, body, ip }) => {
    await deleteImage(deps, actorOf(caller, ip), { id: params.id, ...body })
    return { message: 'Image deleted successfully!' }
  })
}
