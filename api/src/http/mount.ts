import { missingPermission } from '@jhatpat/shared/contracts/permissions.ts'
import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import {
  type Caller,
  findCaller,
  findSessionUser,
  notAllowed,
  type SecondFactorPolicy,
} from '@jhatpat/shared/domain/accounts/index.ts'
import type { QuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Admission } from '@jhatpat/shared/platform/admission.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import { type IIdempotencyKey, idempotencyKeyId } from '@jhatpat/shared/platform/idempotency-model.ts'
import { newReferenceStem } from '@jhatpat/shared/platform/ids.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { addToContext, inContext, isReference } from '@jhatpat/shared/platform/request-context.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type { CookieOptions, Request, RequestHandler, Response, Router } from 'express'
import { readJsonBody } from './body.ts'
import { requestIdOf } from './errors.ts'
import { type Run, runIdempotently } from './idempotency.ts'
import { findKeyState } from './idempotency-records.ts'
import { type CallHandler, inPlace, takePlace, withoutPlace } from './place.ts'
import { isAllowedWhileQuiet, refuseWhileQuiet } from './quiet-mode.ts'
import type { RouteLimits } from './rate-limit.ts'
import { type Input, parseRequest } from './read-input.ts'
import { contextOf } from './request-log.ts'
import { isSameOriginPage } from './same-origin.ts'
import { callOf, logCompleted } from './security-log.ts'
import { sendDownload } from './send-download.ts'
import { fileOf, readUpload } from './upload.ts'

/** Always set, except on public routes. */
type CallerOf<R extends AnyRoute> = 'public' extends R['auth'] ? undefined : Caller

export type HandlerRequest<R extends AnyRoute> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  caller: CallerOf<R>
  /** The session's user, where the route `knowsCaller` and there is one. */
  callerIfAny: Caller | undefined
  /** The uploaded file, where the route takes one. */
  file: Uint8Array | undefined
  requestId: string
  ip: string
  /** The browser's own description, or empty; not trustworthy. */
  userAgent: string
  /** The header `Order-Again`, for routes with `asksBack`. */
  orderAgain: string | undefined
  /** The header `Price-Confirmed`, for routes with `asksPrices`. */
  priceConfirmed: string | undefined
  /**
   * Whether the header `Account-Proof` says that the client can ask for a proof, for routes with
   * `asksProof`.
   */
  isAskedForProof: boolean
  /** Whether an `idempotent` call's run may still write: see `Run`. */
  isStillWanted(): Promise<boolean>
  /**
   * The id of what an `idempotent` call creates: the same for every try under one
   * `Idempotency-Key`, except for a handler that `recordsReply`.
   */
  reference(prefix: 'JP' | 'JT' | 'JW' | 'JC' | 'JN' | 'CN' | 'ON' | 'TM'): string
  setCookie(name: string, value: string, options: CookieOptions): void
}

/** Handles one call: takes the parsed request, returns the contract's result, throws AppError. */
type Handler<R extends AnyRoute> = (request: HandlerRequest<R>) => Promise<ReplyOf<R>>

/**
 * Handles an `idempotent` call whose effect is one transaction, into which it inserts `keyRecord` of the reply
 * that it returns.
 */
type RecordingHandler<R extends AnyRoute> = {
  recordsReply(request: RecordingRequest<R>): Promise<ReplyOf<R>>
}

type RecordingRequest<R extends AnyRoute> = HandlerRequest<R> & {
  /** The record of the call's `Idempotency-Key`; undefined without one. @throws when the reply does not fit */
  keyRecord(reply: ReplyOf<R>): IIdempotencyKey | undefined
}

type AnyHandler<R extends AnyRoute> = Handler<R> | RecordingHandler<R>

/** Mounts a route with its handler; passed to a slice's `mount…` function. */
export type Mount = <R extends AnyRoute>(route: R, handler: AnyHandler<R>) => void

type Http = {
  router: Router
  env: SecretEnv
  clock: Clock
  log: Logger
  factorRule: SecondFactorPolicy
  /** Receives every mounted route, so that a test finds missing ones. */
  mounted: Set<AnyRoute>
  limitsFor(route: AnyRoute): RouteLimits
  /** Limits the calls that place orders. */
  placings: Admission
  /** The address of our own pages. */
  publicUrl: string
  quietMode: Pick<QuietMode, 'current'>
}

/**
 * Mounts a call on the router: a place where it places orders, session, role, general limit, body, schemas, own limits,
 * idempotency, handler, and the reply reduced to its contract.
 */
export function mountRoute<R extends AnyRoute>(http: Http, route: R, handler: AnyHandler<R>): void {
  http.mounted.add(route)
  const method = ({ GET: 'get', POST: 'post', DELETE: 'delete' } as const)[route.method]
  const limits = http.limitsFor(route)
  const readBody = route.file ? readUpload(route.file) : readJsonBody
  const handle = handleCall(http, route, handler)
  // It is refused while the process has more of them than it can place, before it costs anything.
  const placesOrders = route.errors.includes('shop_busy')
  http.router[method](
    route.path,
    setRoute(route),
    ...(isAllowedWhileQuiet(route) ? [] : [refuseWhileQuiet(http.quietMode)]),
    ...(placesOrders ? [takePlace(http.placings, isRepeat)] : []),
    requireCaller(route, http.clock, http.factorRule),
    ...(route.method === 'GET' && route.noStore ? [requireSameOriginPage(http.publicUrl)] : []),
    limits.general,
    ...(route.method === 'POST' ? [placesOrders ? withoutPlace(readBody) : readBody] : []),
    parseInput(route),
    ...limits.own,
    placesOrders ? inPlace(handle) : handle,
  )
}

/** HEAD is not supported by any call, and Express would run the GET handler for it. */
function setRoute(route: AnyRoute): RequestHandler {
  return (request, response, next) => {
    if (request.method !== route.method) return next('route')
    response.locals.route = route
    response.locals.errorField = route.errorField
    response.setHeader('Cache-Control', cacheControlOf(route))
    next()
  }
}

/** Private replies are never cached: a shared computer's cache outlives the session. */
function cacheControlOf(route: AnyRoute): string {
  const isForAll = route.auth === 'public' && route.method === 'GET' && !route.noStore
  return isForAll ? 'public, no-cache' : 'no-store'
}

function handleCall<R extends AnyRoute>(http: Http, route: R, handler: AnyHandler<R>): CallHandler {
  const recordsReply = 'recordsReply' in handler
  const handle = recordsReply ? handler.recordsReply : handler
  // A body's stream may have left the request's context.
  return (request, response) => inContext(contextOf(request), () => answer(request, response))

  async function answer(request: Request, response: Response): Promise<void> {
    const input = handlerRequest<R>(request, response)
    addToContext({
      route: callOf(route),
      ...subjectOf({ ...(input.body as object), ...(input.params as object) }),
    })
    if (route.csv || route.zip) {
      const parts = await handle({
        ...input,
        reference: noReference,
        isStillWanted: always,
        keyRecord: noRecord,
      })
      if (await sendDownload(response, route, parts as AsyncIterable<string>))
        logCompleted(http.log, route, [request, response, undefined])
      return
    }
    const run = async ({ ref, isStillWanted, recordOf }: Run) => {
      const reference = (prefix: string) => {
        // Without a key a second try would create a second one.
        if (!route.idempotent) throw new Error(`${callOf(route)} makes something and is not idempotent`)
        const id = `${prefix}${ref}`
        if (prefix === 'JP' || prefix === 'JT') addToContext({ subject: id, isFirst: true })
        return id
      }
      const keyRecord = (reply: ReplyOf<R>) => recordOf?.(JSON.stringify(reduceReply(http, route, reply)))
      const reply = reduceReply(http, route, await handle({ ...input, reference, isStillWanted, keyRecord }))
      logCompleted(http.log, route, [request, response, reply])
      return reply
    }
    const key = route.idempotent ? request.get('idempotency-key') : undefined
    if (!input.caller || key === undefined) {
      response.json(await run({ ref: newReferenceStem(http.clock.now()), isStillWanted: always }))
      return
    }
    const result = await runIdempotently({
      caller: input.caller,
      route: callOf(route),
      key,
      request: { params: input.params, query: input.query, body: input.body },
      env: http.env,
      now: http.clock.now(),
      log: http.log,
      about: route.asksBack && orderedItem(input.body),
      recordsReply,
      run,
      errorContext: { requestId: input.requestId, errorField: route.errorField },
    })
    if (result.replayed) {
      addToContext(subjectOfReply(JSON.parse(result.reply)))
      response.setHeader('Idempotency-Replayed', 'true')
    }
    response.status(result.status).type('json').send(result.reply)
  }
}

/** The order or top-up that a call names in its address or body. `id` names other things as well. */
function subjectOf(named: Record<string, unknown>): { subject?: string } {
  const { orderid, orderId, client_txn_id, id } = named
  const subject = [orderid, orderId, client_txn_id, id].find(isReference)
  return subject === undefined ? {} : { subject }
}

/** The order or top-up that an earlier call made, by the reply that is sent again. */
function subjectOfReply(reply: { client_txn_id?: unknown; data?: { client_txn_id?: unknown } } | null) {
  return subjectOf({ client_txn_id: reply?.client_txn_id ?? reply?.data?.client_txn_id })
}

const always = async () => true
const noRecord = () => undefined

/** The product and item in an order's body. */
function orderedItem(body: unknown): { productid: string; itemid: number } {
  const { product_id, itemid } = body as { product_id: string; itemid: number }
  return { productid: product_id, itemid }
}

/** A download creates nothing that needs an id. */
const noReference = (): string => {
  throw new Error('a file has no reference')
}

/**
 * A link in another page or a mail must not have an effect. A request without these headers comes
 * from an old client or a script, which sends the token itself, as a link could not.
 */
function requireSameOriginPage(publicUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (isSameOriginPage(request.headers, publicUrl) === false) {
      throw new AppError('forbidden', { message: 'This can be done from our own pages alone.' })
    }
    next()
  }
}

/** Runs before the call's own limits, which count only well-formed tries. */
function parseInput(route: AnyRoute): RequestHandler {
  return (request, response, next) => {
    response.locals.input = parseRequest(route, request)
    next()
  }
}

function handlerRequest<R extends AnyRoute>(
  request: Request,
  response: Response,
): Omit<HandlerRequest<R>, 'reference' | 'isStillWanted'> {
  return {
    ...(response.locals.input as Input<R>),
    caller: response.locals.caller as CallerOf<R>,
    callerIfAny: response.locals.callerIfAny as Caller | undefined,
    file: fileOf(request),
    requestId: requestIdOf(request),
    ip: request.ip ?? '',
    userAgent: request.get('user-agent') ?? '',
    orderAgain: request.get('order-again'),
    priceConfirmed: request.get('price-confirmed'),
    isAskedForProof: request.get('account-proof') === 'ask',
    setCookie: (name, value, options) => response.cookie(name, value, options),
  }
}

/** A reply that violates its contract must fail here and not in a browser. */
function reduceReply(http: Http, route: AnyRoute, reply: unknown): unknown {
  const fitted = route.result.safeParse(reply)
  if (fitted.success) return fitted.data
  http.log.error({ route: route.path, issues: fitted.error.issues }, 'reply does not fit its contract')
  throw new AppError('internal')
}

/** Puts the caller of the bearer token into `response.locals.caller`, or rejects the request. */
function requireCaller(
  {
    auth,
    allowedBeforeSecondFactor,
    knowsCaller,
  }: Pick<AnyRoute, 'auth' | 'allowedBeforeSecondFactor' | 'knowsCaller'>,
  clock: Clock,
  factorRule: SecondFactorPolicy,
): RequestHandler {
  const rule = { ...factorRule, allowsMissing: allowedBeforeSecondFactor === true }
  if (auth === 'public')
    return knowsCaller ? findOptionalCaller(clock, rule) : (_request, _response, next) => next()
  return async (request, response, next) => {
    const { caller } = await findCaller(
      bearerToken(request.get('authorization')),
      clock.now(),
      policyFor(request, rule),
    )
    // Set before the rejection, so that the log names the caller.
    response.locals.caller = caller
    const missing = auth === 'session' ? undefined : missingPermission(caller, auth)
    if (missing) throw notAllowed(caller, missing)
    next()
  }
}

/** An invalid session counts as none. */
const findOptionalCaller =
  (clock: Clock, rule: SecondFactorPolicy): RequestHandler =>
  async (request, response, next) => {
    const token = bearerToken(request.get('authorization'))
    const found = token
      ? await findCaller(token, clock.now(), policyFor(request, rule)).catch(undefinedIfRejected)
      : undefined
    response.locals.callerIfAny = found?.caller
    next()
  }

/** The header `Unattended` marks a call that the page makes automatically, without a person. */
const policyFor = (request: Request, rule: SecondFactorPolicy): SecondFactorPolicy => ({
  ...rule,
  isUnattended: request.get('unattended') !== undefined,
})

function undefinedIfRejected(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

export /**
 * Whether a request's `Idempotency-Key` is known: its order may exist, and must not be said to be refused. A run that
 * failed is repeated as a new request. The session is verified by what follows.
 */
async function isRepeat(request: Request): Promise<boolean> {
  const key = request.get('idempotency-key')
  if (key === undefined) return false
  const userId = await findSessionUser(bearerToken(request.get('authorization')))
  const state = userId && (await findKeyState(idempotencyKeyId(userId, key)))
  return state === 'running' || state === 'answered' || state === 'closed'
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
