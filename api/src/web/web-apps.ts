import { join } from 'node:path'
import { type NextFunction, type Request, type Response, Router } from 'express'
import { withoutSecrets } from '../request-log.ts'
import { type BuiltApp, readBuiltApp } from './app-files.ts'
import { type DescribedPage, headOfPath } from './head-of-path.ts'
import { withHead } from './page-head.ts'
import { isNamedByContent, sendFile } from './send-file.ts'

const root = join(import.meta.dirname, '../../..')
const builtFolders = { storefront: join(root, 'storefront/dist'), admin: join(root, 'admin/dist') }

/** The built apps: the admin's under `/admin`, the storefront's everywhere else. */
export function webApps(publicUrl: string, folders = builtFolders): Router {
  const router = Router()
  router.use('/admin', oneApp(folders.admin))
  router.use(oneApp(folders.storefront, (path) => headOfPath(path, publicUrl)))
  return router
}

/** Addresses inside an app are its own affair: whoever asks for a page there gets the app. */
function oneApp(folder: string, describe?: (path: string) => Promise<DescribedPage>) {
  let built: Promise<BuiltApp | undefined> | undefined
  const read = async () => {
    built ??= readBuiltApp(folder)
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

type Page = { app: BuiltApp; describe: ((path: string) => Promise<DescribedPage>) | undefined }

async function sendPage({ path }: Request, response: Response, { app, describe }: Page): Promise<void> {
  // What the page of a mailed link asks for next must not tell its token to anybody.
  const isMailed = withoutSecrets(path) !== path
  if (isMailed) response.set('Referrer-Policy', 'no-referrer')
  const described = await describe?.(isMailed ? '/' : path)
  response
    .status(described?.status ?? 200)
    .set('Cache-Control', isMailed ? 'no-store' : 'no-cache')
    .type('html')
    .send(described ? withHead(app.page, described.head) : app.page)
}

/** Programs say that they want JSON; link previews, uptime checks and curl say nothing, or that all is welcome. */
function wantsPage(request: Request): boolean {
  const isFile = isNamedByContent(request.path) || /\.(?!html$)\w{1,11}$/.test(request.path)
  return !isFile && request.accepts(['html', 'json']) !== 'json'
}
