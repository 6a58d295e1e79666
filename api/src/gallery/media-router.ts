import { findMedia, type MediaQuery } from '@jhatpat/shared/domain/gallery/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { type Request, Router } from 'express'

/** Uploaded pictures under `/media`. An address names its picture by a hash, so it is cached for good. */
export function mediaRouter(): Router {
  const router = Router()
  router.get('/:name', async (request, response) => {
    const media = await findMedia(request.params.name, wantedBy(request))
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

/** `?w=320` asks for the narrowest that is not narrower. */
function wantedBy(request: Request): MediaQuery {
  const width = /^[1-9]\d{0,4}$/.exec(String(request.query.w ?? ''))?.[0]
  return {
    ...(width ? { width: Number(width) } : {}),
    avif: /\bimage\/avif\b/.test(request.get('accept') ?? ''),
  }
}
