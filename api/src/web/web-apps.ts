import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InitialData } from '@jhatpat/shared/contracts/initial-data.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { redactUrl } from '../http/request-log.ts'
import { type AppFile, type BuiltApp, readBuiltApp } from './app-files.ts'
import { cacheRecent } from './cache-recent.ts'
import { initialDataFor, type PageDeps } from './initial-data.ts'
import { insertHead, type PageHead, productHead, siteHead } from './page-head.ts'
import { createRenderer, visitorOf } from './render-page.ts'
import { readServerRender } from './server-render.ts'

const root = join(import.meta.dirname, '../../..')
const builtFolders = { storefront: join(root, 'storefront/dist'), admin: join(root, 'admin/dist') }

/** How long a page without a session is cached for all its visitors. */
const pageCacheMs = 3_000

type Options = {
  folders?: typeof builtFolders
  cacheMs?: number
  /** Limits page requests; files are not counted, as browsers cache them. */
  limit?: RequestHandler
}

/** The built apps: the admin's under `/admin`, the storefront's everywhere else. */
export function webApps(
  deps: PageDeps,
  {
    folders = builtFolders,
    cacheMs = pageCacheMs,
    limit = (_request, _response, next) => next(),
  }: Options = {},
): Router {
  const router = Router()
  router.use('/admin', ...oneApp(folders.admin, { limit, cacheMs: cacheMs, version: appVersion(deps.env) }))
  const describe = (path: string) => pageMetadata(deps, path)
  router.use(...oneApp(folders.storefront, { limit, cacheMs: cacheMs, describe }))
  return router
}

type AppOptions = Required<Pick<Options, 'limit' | 'cacheMs'>> & {
  describe?: (path: string) => Promise<DescribedPage>
  /** Shown by the app. */
  version?: string
}

/** The app routes its own addresses: every page request below its path gets the app. */
function oneApp(folder: string, { limit, cacheMs, describe, version }: AppOptions): RequestHandler[] {
  let built: Promise<ServedApp | undefined> | undefined
  const read = async () => {
    built ??= readApp(folder, version)
    const app = await built.catch(() => undefined)
    if (!app) built = undefined
    return app
  }
  const recent = cacheRecent<RenderedPage>(cacheMs)
  const isPageRequest = ({ method }: Request) => method === 'GET' || method === 'HEAD'
  const sendFiles: RequestHandler = async (request, response, next) => {
    if (!isPageRequest(request)) return next()
    const file = (await read())?.files.get(request.path)
    if (file) return sendFile(request, response, file)
    response.vary('Accept')
    next()
  }
  const limitPages: RequestHandler = (request, response, next) =>
    isPageRequest(request) && acceptsPage(request) ? limit(request, response, next) : next()
  const sendPages: RequestHandler = async (request, response, next) => {
    if (!isPageRequest(request) || !acceptsPage(request)) return next()
    const app = await read()
    if (!app) {
      response.status(404).type('text').send('This app is not built yet: run npm run build.')
      return
    }
    await sendPage(request, response, { app, describe, recent })
  }
  return [sendFiles, limitPages, sendPages]
}

type ServedApp = BuiltApp & { render?: ReturnType<typeof createRenderer> }

async function readApp(folder: string, version?: string): Promise<ServedApp | undefined> {
  const [app, first] = await Promise.all([readBuiltApp(folder), readServerRender(folder)])
  if (app && version) app.page = app.page.replace('<body', `<body data-version="Version ${version}"`)
  return app && { ...app, ...(first && { render: createRenderer(app.page, first) }) }
}

type RenderedPage = { status: number; html: string }

type Page = {
  app: ServedApp
  describe: ((path: string) => Promise<DescribedPage>) | undefined
  recent: ReturnType<typeof cacheRecent<RenderedPage>>
}

async function sendPage(
  request: Request,
  response: Response,
  { app, describe, recent }: Page,
): Promise<void> {
  const { path } = request
  // A page opened from an emailed link must not send its token to other sites as a referrer.
  const isMailed = redactUrl(path) !== path
  if (isMailed) response.set('Referrer-Policy', 'no-referrer')
  const shown = isMailed ? '/' : path
  if (app.render) response.vary('Cookie')
  const draw = isMailed || otherContent.test(request.originalUrl) ? undefined : app.render
  const visitor = draw && visitorOf(request.get('cookie'))
  const make = async (): Promise<RenderedPage> => {
    const described = await describe?.(shown)
    if (!described) return { status: 200, html: app.page }
    const page = draw && visitor ? draw(shown, described.initialData, visitor) : app.page
    return { status: described.status, html: insertHead(page, described.head) }
  }
  const { status, html } = await recent(JSON.stringify([shown, visitor ?? null]), make)
  response
    .status(status)
    .set('Cache-Control', isMailed ? 'no-store' : 'no-cache')
    .type('html')
    .send(html)
}

/**
 * Home with a search, the return from an external sign-in, and the page that the service worker
 * caches to render any page.
 */
const otherContent = /[?&](q=|state=|plain$)/

/**
 * Programs ask for JSON; link previews, uptime checks and curl send no preference, or accept
 * anything.
 */
function acceptsPage(request: Request): boolean {
  const isFile = isNamedByContent(request.path) || /\.(?!html$)\w{1,11}$/.test(request.path)
  return !isFile && request.accepts(['html', 'json']) !== 'json'
}

type DescribedPage = { status: 200 | 404; head: PageHead; initialData: InitialData }

/** A page is sent without its data after this time: the app then fetches it. */
const timeoutMs = 1_000

/**
 * The metadata and data of the storefront's page at a path; 404 for a product that does not exist.
 */
async function pageMetadata(deps: PageDeps, path: string): Promise<DescribedPage> {
  const publicUrl = deps.env.PUBLIC_URL
  const site = siteHead(publicUrl, path === '/home' ? '/' : path)
  const timeout = new AbortController()
  try {
    const nothing: InitialData = {}
    const initialData = await Promise.race([
      initialDataFor(deps, path),
      sleep(timeoutMs, nothing, { signal: timeout.signal, ref: false }),
    ])
    return {
      status: 200,
      head: initialData.product ? productHead(initialData.product, publicUrl) : site,
      initialData,
    }
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'product_not_found'
    return { status: isMissing ? 404 : 200, head: site, initialData: {} }
  } finally {
    timeout.abort()
  }
}

/** Sends a file of a built app in the smallest encoding that the client accepts. */
function sendFile(request: Request, response: Response, file: AppFile): void {
  const form = file.find(({ encoding }) => encoding === 'identity' || request.acceptsEncodings(encoding))
  if (!form) return
  response.vary('Accept-Encoding')
  response.setHeader('Cache-Control', isNamedByContent(request.path) ? immutable : 'no-cache')
  response.setHeader('ETag', form.etag)
  if (form.encoding !== 'identity') response.setHeader('Content-Encoding', form.encoding)
  response.type(extname(request.path)).send(form.bytes)
}

const immutable = 'public, max-age=31536000, immutable'

/**
 * Names of built assets contain their hash, so they never change; other files are revalidated each
 * time.
 */
function isNamedByContent(path: string): boolean {
  return path.startsWith('/assets/')
}
