import type { Server } from 'node:http'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { secondFactorPolicy } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Admission } from '@jhatpat/shared/platform/admission.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import compression from 'compression'
import express, { type Express, type Request, type Response, Router } from 'express'
import { mediaRouter } from './catalogue/gallery-handlers.ts'
import { healthRouter } from './health.ts'
import { answerNotFound, createErrorHandler } from './http/errors.ts'
import { lazyComponent } from './http/lazy-component.ts'
import { mountRoute } from './http/mount.ts'
import { apiReference } from './http/openapi.ts'
import { createPlacings } from './http/placings.ts'
import { refuseWhileQuiet } from './http/quiet-mode.ts'
import { createLimits, type Limits } from './http/rate-limit.ts'
import { requestLog } from './http/request-log.ts'
import { createShutdown, type Shutdown } from './http/shutdown.ts'
import { mountCalls } from './mount-calls.ts'
import { requireOpsToken } from './ops/require-ops-token.ts'
import type { ApiDeps } from './realtime/api-deps.ts'
import { handleSockets } from './realtime/handle-sockets.ts'
import { type Snapshots, snapshots } from './realtime/snapshots.ts'
import { allowOrigins, pageHeaders, securityHeaders } from './security-headers.ts'
import { serviceWorkerSwitch, siteFiles } from './web/site-files.ts'
import { webApps } from './web/web-apps.ts'
import { webhookRouter } from './webhooks/webhook-router.ts'

export type Api = {
  app: Express
  /** The calls that have a handler. */
  mounted: ReadonlySet<AnyRoute>
  /** Stops the timers of the calls. */
  stop(): void
  /** Serves the sockets on the same server. `close` stops their timers. */
  attachSockets(server: Server, from?: Snapshots): { close(): void }
}

/**
 * The complete HTTP server: calls, the two apps, health, queue board and API reference on one
 * origin.
 */
export function createApp(deps: ApiDeps, shutdown: Shutdown = createShutdown()): Api {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', deps.env.TRUST_PROXY)
  const version = appVersion(deps.env)
  app.use(requestLog(deps.log))
  app.use((_request, response, next) => {
    response.set('X-App-Version', version)
    next()
  })
  app.use(securityHeaders(deps.env))
  app.use(healthRouter(deps, shutdown))
  app.use(compression({ filter: isMadeAnew }))
  const limits = createLimits(deps)
  const placings = createPlacings(deps)
  const { router, mounted } = createCalls(deps, { limits, placings })
  app.use('/api/webhooks', refuseWhileQuiet(deps.quietMode), webhookRouter(deps, limits.callbacks))
  app.use('/api', allowOrigins(deps.env), router, answerNotFound)
  app.use('/media', limits.media, mediaRouter(), answerNotFound)
  app.use(['/ops/queues', '/ops/docs', '/ops/openapi.json'], requireOpsToken(deps))
  app.use(
    '/ops/queues',
    lazyComponent(async () => (await import('./ops/queue-board.ts')).queueBoard(deps)),
  )
  const reference = apiReference(async () =>
    (await import('./http/openapi.ts')).openApiDocument(callRegistry, version),
  )
  app.use('/ops', reference)
  // In production it is for admins only: it describes the back office in more detail than the
  // public needs.
  if (deps.env.NODE_ENV !== 'production') app.use(reference)
  app.use(siteFiles(deps, limits.publicCalls))
  app.use(serviceWorkerSwitch(deps.env))
  app.use(webApps(deps, { limit: limits.pages }))
  app.use(answerNotFound)
  app.use(createErrorHandler(deps))
  return {
    app,
    mounted,
    stop: placings.stop,
    attachSockets: (server, from = snapshots(deps)) => {
      deps.io.attach(server)
      // Replies of the sockets' server, including errors, do not pass through Express.
      deps.io.engine.use(pageHeaders(deps.env))
      return handleSockets(deps, from, app.get('trust proxy fn'))
    },
  }
}

/** Built assets are compressed at build time; only dynamic replies are compressed here. */
function isMadeAnew(request: Request, response: Response): boolean {
  return !/^(\/admin)?\/assets\//.test(request.path) && compression.filter(request, response)
}

function createCalls(
  deps: ApiDeps,
  { limits, placings }: { limits: Limits; placings: Admission },
): { router: Router; mounted: ReadonlySet<AnyRoute> } {
  const router = Router({ caseSensitive: true })
  const mounted = new Set<AnyRoute>()
  router.use(limits.unauthenticated)
  const http = {
    router,
    mounted,
    env: deps.env,
    clock: deps.clock,
    log: deps.log,
    factorRule: secondFactorPolicy(deps.env),
    limitsFor: limits.of,
    placings,
    publicUrl: deps.env.PUBLIC_URL,
    quietMode: deps.quietMode,
  }
  mountCalls((route, handler) => mountRoute(http, route, handler), deps, limits)
  return { router, mounted }
}
