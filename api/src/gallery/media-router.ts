import { findMedia } from '@jhatpat/shared/domain/gallery/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { Router } from 'express'

/** Uploaded pictures under `/media`. An address names its bytes by their hash, so it is cached for good. */
export function mediaRouter(): Router {
  const router = Router()
  router.get('/:name', async (request, response) => {
    const media = await findMedia(request.params.name)
    if (!media) throw new AppError('not_found')
    response.set({
      'Content-Type': media.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      ETag: `"${request.params.name}"`,
    })
    // An SVG opened as a page of its own could run scripts in our origin.
    if (media.contentType === 'image/svg+xml') {
      response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    }
    response.send(media.bytes)
  })
  return router
}
