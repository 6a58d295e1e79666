import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@jhatpat/shared/contracts/http/route.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import { newReferenceStem } from '@jhatpat/shared/platform/ids.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import type { CookieOptions, NextFunction, Request, RequestHandler, Response, Router } from 'express'
import { readJsonBody } from './body.ts'
import { requestIdOf } from './errors.ts'
import { answerOnce } from './idempotency.ts'
import { requireCaller } from './session.ts'
import { type Input, parseRequest } from './validation.ts'

/** Always there, but on public routes. */
export type CallerOf<R extends AnyRoute> = 'public' extends R['auth'] ? undefined : Caller

export type HandlerRequest<R extends AnyRoute> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  caller: CallerOf<R>
  requestId: string
  ip: string
  /** The id of the thing this call makes: the same for every try under one `Idempotency-Key`. */
  reference(prefix: 'JP' | 'JT'): string
  setCookie(name: string, value: string, options: CookieOptions): void
}

/** Answers one call: takes what the contract let through, returns what the contract promises, throws AppError. */
export type Handler<R extends AnyRoute> = (request: HandlerRequest<R>) => Promise<ReplyOf<R>>

/** Mounts a route with its handler; what a slice's `mount…` function is given. */
export type Mount = <R extends AnyRoute>(route: R, handler: Handler<R>) => void

export type Http = {
  router: Router
  clock: Clock
  log: Logger
  /** Filled with what was mounted, so that a test can tell what was forgotten. */
  mounted: Set<AnyRoute>
  limitsFor(route: AnyRoute): RequestHandler[]
}

/**
 * Puts a call on the router: body, session, role, schemas, limits, idempotency, handler, and the reply stripped to
 * its contract.
 */
export function mountRoute<R extends AnyRoute>(http: Http, route: R, handler: Handler<R>): void {
  http.mounted.add(route)
  const method = route.method === 'GET' ? 'get' : 'post'
  http.router[method](
    route.path,
    rememberRoute(route),
    ...(route.method === 'POST' ? [readJsonBody] : []),
    requireCaller(route.auth, http.clock),
    parseInput(route),
    ...http.limitsFor(route),
    answerWith(http, route, handler),
  )
}

/** HEAD is not asked of any call, and Express would run the GET handler for it. */
function rememberRoute(route: AnyRoute): RequestHandler {
  return (request, response, next) => {
    if (request.method !== route.method) return next('route')
    response.locals.errorField = route.errorField
    response.setHeader('Cache-Control', cacheControlOf(route))
    next()
  }
}

function cacheControlOf(route: AnyRoute): string {
  if (route.method === 'POST' || route.noStore) return 'no-store'
  return route.auth === 'public' ? 'public, no-cache' : 'private, no-cache'
}

function answerWith<R extends AnyRoute>(http: Http, route: R, handler: Handler<R>) {
  return async (request: Request, response: Response, _next: NextFunction): Promise<void> => {
    const asked = handlerRequest<R>(request, response)
    const run = async (ref: string) => {
      const reference = (prefix: string) => `${prefix}${ref}`
      return fitReply(http, route, await handler({ ...asked, reference }))
    }
    const key = route.idempotent ? request.get('idempotency-key') : undefined
    if (!asked.caller || key === undefined) {
      response.json(await run(newReferenceStem(http.clock.now())))
      return
    }
    const answer = await answerOnce({
      caller: asked.caller,
      route: `${route.method} ${route.path}`,
      key,
      request: { params: asked.params, query: asked.query, body: asked.body },
      now: http.clock.now(),
      log: http.log,
      run,
      errorContext: { requestId: asked.requestId, errorField: route.errorField },
    })
    if (answer.replayed) response.setHeader('Idempotency-Replayed', 'true')
    response.status(answer.status).type('json').send(answer.reply)
  }
}

/** Before the limits, which count tries that mean something. */
function parseInput(route: AnyRoute): RequestHandler {
  return (request, response, next) => {
    response.locals.input = parseRequest(route, request)
    next()
  }
}

function handlerRequest<R extends AnyRoute>(
  request: Request,
  response: Response,
): Omit<HandlerRequest<R>, 'reference'> {
  return {
    ...(response.locals.input as Input<R>),
    caller: response.locals.caller as CallerOf<R>,
    requestId: requestIdOf(request),
    ip: request.ip ?? '',
    setCookie: (name, value, options) => response.cookie(name, value, options),
  }
}

/** A reply that breaks its contract must be seen here and not in someone's browser. */
function fitReply(http: Http, route: AnyRoute, reply: unknown): unknown {
  const fitted = route.result.safeParse(reply)
  if (fitted.success) return fitted.data
  http.log.error({ route: route.path, issues: fitted.error.issues }, 'reply does not fit its contract')
  throw new AppError('internal')
}
