import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response, Router } from 'express'

const root = join(import.meta.dirname, '../..')

/** The built apps: the admin's under `/admin`, the storefront's everywhere else. */
export function webApps(
  folders = { storefront: join(root, 'storefront/dist'), admin: join(root, 'admin/dist') },
) {
  const router = Router()
  router.use('/admin', files(folders.admin), page(folders.admin))
  router.use(files(folders.storefront), page(folders.storefront))
  return router
}

/** Names of built assets hold their hash, so they never change; other files are asked for again each time. */
function files(folder: string) {
  return express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/') || path.includes('\\assets\\')
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Addresses inside an app are its own affair: a browser that asks for a page gets the app. */
function page(folder: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!wantsPage(request)) {
      next()
      return
    }
    response.sendFile(
      'index.html',
      { root: folder, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } },
      (error) => {
        if (!error || response.headersSent) return
        response.status(404).type('text').send('This app is not built yet: run npm run build.')
      },
    )
  }
}

function wantsPage(request: Request): boolean {
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  return (
    isPage &&
    !/^(\/admin)?\/assets\//.test(request.originalUrl) &&
    request.accepts(['json', 'html']) === 'html'
  )
}
