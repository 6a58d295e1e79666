import { listProducts } from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { type RequestHandler, Router } from 'express'
import { escapeHtml } from './page-head.ts'

type SiteDeps = { clock: Clock; env: Pick<Env, 'PUBLIC_URL' | 'SECURITY_CONTACT'> }

/**
 * Paths that crawlers should skip. The catalogue's calls stay open, because the pages are rendered
 * from them.
 */
const closed = ['/admin', '/api/', '/confirmation', '/docs', '/o/', '/ops', '/orders', '/pay', '/wallet']
const open = ['/api/gallery/', '/api/item/', '/api/product/']

/** RFC 9116 requires a date less than a year ahead. */
const contactIsGoodForMs = 180 * 24 * 3_600_000

/**
 * Files at fixed addresses for crawlers and security researchers. `limit` is for those that cost a
 * query.
 */
export function siteFiles({ clock, env }: SiteDeps, limit: RequestHandler): Router {
  const router = Router()
  const at = (path: string) => new URL(path, env.PUBLIC_URL).href
  router.get('/robots.txt', (_request, response) => {
    const rules = [...open.map((path) => `Allow: ${path}`), ...closed.map((path) => `Disallow: ${path}`)]
    const lines = ['User-agent: *', ...rules, '', `Sitemap: ${at('/sitemap.xml')}`, '']
    response.set('Cache-Control', forAnHour).type('text').send(lines.join('\n'))
  })
  router.get('/sitemap.xml', limit, async (_request, response) => {
    const products = await listProducts()
    const pages = ['/', ...products.map(({ _id }) => `/product/${encodeURIComponent(_id)}`)]
    const urls = pages.map((path) => `  <url><loc>${escapeHtml(at(path))}</loc></url>`)
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
      '',
    ]
    response.set('Cache-Control', forAnHour).type('xml').send(lines.join('\n'))
  })
  router.get('/.well-known/security.txt', (_request, response) => {
    const expires = new Date(clock.now().getTime() + contactIsGoodForMs).toISOString()
    const lines = [
      `Contact: ${env.SECURITY_CONTACT}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${at('/.well-known/security.txt')}`,
      '',
    ]
    response.set('Cache-Control', forAnHour).type('text').send(lines.join('\n'))
  })
  return router
}

const forAnHour = 'public, max-age=3600'

/**
 * While SERVICE_WORKER=off, browsers that check for a newer worker get one that removes itself and
 * its caches. An address that answered 404 would leave the old worker in place.
 */
export function serviceWorkerSwitch({ SERVICE_WORKER }: Pick<Env, 'SERVICE_WORKER'>): RequestHandler {
  return (request, _response, next) => {
    const isWithdrawn = SERVICE_WORKER === 'off' && request.path === '/service-worker.js'
    if (isWithdrawn) request.url = '/service-worker-off.js'
    next()
  }
}
