import * as calls from '@jhatpat/shared/contracts/gallery.ts'
import { homeGallery } from '@jhatpat/shared/domain/gallery/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountGallery(mount: Mount): void {
  mount(calls.homeGallery, homeGallery)
}
