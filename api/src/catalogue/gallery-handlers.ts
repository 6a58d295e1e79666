import * as adminCalls from '@jhatpat/shared/contracts/admin-gallery.ts'
import * as calls from '@jhatpat/shared/contracts/gallery.ts'
import {
  deleteImage,
  findMedia,
  homeGallery,
  listAdminImages,
  type MediaQuery,
  uploadImage,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { type Request, Router } from 'express'
import { actorOf } from '../http/actor-of.ts'
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

/**
 * Uploaded pictures under `/media`. An address contains the picture's hash, so it is cached for
 * good.
 */
export function mediaRouter(): Router {
  const router = Router()
  router.get('/:name', async (request, response) => {
    const media = await findMedia(request.params.name, mediaQueryOf(request))
    if (!media) throw new AppError('not_found')
    response.set({
      'Content-Type': media.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept',
      ETag: `"${media.etag}"`,
    })
    // An SVG opened as a page of its own could run scripts in our origin.
    if (media.contentType === 'image/svg+xml') {
      response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    }
    response.send(media.bytes)
  })
  return router
}

/** `?w=320` selects the narrowest picture of at least that width. */
function mediaQueryOf(request: Request): MediaQuery {
  const width = /^[1-9]\d{0,4}$/.exec(String(request.query.w ?? ''))?.[0]
  return {
    ...(width ? { width: Number(width) } : {}),
    avif: /\bimage\/avif\b/.test(request.get('accept') ?? ''),
  }
}
