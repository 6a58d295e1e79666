import { join } from 'node:path'
import { type NextFunction, type Request, type Response, Router } from 'express'
import type { SellingDeps } from '../catalogue/items-to-sell.ts'
import { withoutSecrets } from '../request-log.ts'
import { type BuiltApp, readBuiltApp } from './app-files.ts'
import { type DescribedPage, describePath } from './describe-path.ts'
import { createDrawing, readerOf } from './draw-page.ts'
import { readFirstPaint } from './first-paint.ts'
import { withHead } from './page-head.ts'
import { isNamedByContent, sendFile } from './send-file.ts'

const root = join(import.meta.dirname, '../../..')
const builtFolders = { storefront: join(root, 'storefront/dist'), admin: join(root, 'admin/dist') }

/** The built apps: the admin's under `/admin`, the storefront's everywhere else. */
export function webApps(deps: SellingDeps, folders = builtFolders): Router {
  const router = Router()
  router.use('/admin', oneApp(folders.admin))
  router.use(oneApp(folders.storefront, (path) => describePath(deps, path)))
  return router
}

/** Addresses inside an app are its own affair: whoever asks for a page there gets the app. */
function oneApp(folder: string, describe?: (path: string) => Promise<DescribedPage>) {
  let built: Promise<ServedApp | undefined> | undefined
  const read = async () => {
    built ??= readApp(folder)
    const app = await built.catch(() => undefined)
    if (!app) built = undefined
    return app
  }
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const app = await read()
    const file = app?.files.get(request.path)
    if (file) return sendFile(request, response, file)
    response.vary('Accept')
    if (!wantsPage(request)) return next()
    if (!app) {
      response.status(404).type('text').send('This app is not built yet: run npm run build.')
      return
    }
    await sendPage(request, response, { app, describe })
  }
}

type ServedApp = BuiltApp & { draw?: ReturnType<typeof createDrawing> }

async function readApp(folder: string): Promise<ServedApp | undefined> {
  const [app, first] = await Promise.all([readBuiltApp(folder), readFirstPaint(folder)])
  return app && { ...app, ...(first && { draw: createDrawing(app.page, first) }) }
}

type Page = { app: ServedApp; describe: ((path: string) => Promise<DescribedPage>) | undefined }

async function sendPage(request: Request, response: Response, { app, describe }: Page): Promise<void> {
  const { path } = request
  // What the page of a mailed link asks for next must not tell its token to anybody.
  const isMailed = withoutSecrets(path) !== path
  if (isMailed) response.set('Referrer-Policy', 'no-referrer')
  const shown = isMailed ? '/' : path
  const described = await describe?.(shown)
  const { draw } = app
  if (draw) response.vary('Cookie')
  const isDrawn = draw && described && !isMailed && !showsElse.test(request.originalUrl)
  const page = isDrawn ? draw(path, described.known, readerOf(request.get('cookie'))) : app.page
  response
    .status(described?.status ?? 200)
    .set('Cache-Control', isMailed ? 'no-store' : 'no-cache')
    .type('html')
    .send(described ? withHead(page, described.head) : page)
}

/** Home with a search, the return from a hosted sign-in, and what the service worker keeps to draw any page from. */
const showsElse = /[?&](q=|state=|plain$)/

/** Programs say that they want JSON; link previews, uptime checks and curl say nothing, or that all is welcome. */
function wantsPage(request: Request): boolean {
  const isFile = isNamedByContent(request.path) || /\.(?!html$)\w{1,11}$/.test(request.path)
  return !isFile && request.accepts(['html', 'json']) !== 'json'
}
