import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { type ErrorCode, type ErrorReply, errorCatalogue } from '@jhatpat/shared/contracts/errors.ts'
import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@jhatpat/shared/contracts/route.ts'

/** A call as the app sent it, parsed by the contract's own schemas. */
export type FakeRequest<R extends AnyRoute> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** Without the prefix Bearer. */
  token: string | undefined
  idempotencyKey: string | undefined
  orderAgain: string | undefined
  proofOfWork: string | undefined
  accountProof: string | undefined
  priceConfirmed: string | undefined
  /** As sent, for the query's own text. */
  url: URL
}
/** A `Response` is sent unchanged: a proxy's error page, or a reply that was cut off. */
type Reply<R extends AnyRoute> = ReplyOf<R> | Refusal | Response
export type Answer<R extends AnyRoute> = (request: FakeRequest<R>) => Reply<R> | Promise<Reply<R>>
/** How a fake server answers one call. */
export type PreparedAnswer = { route: AnyRoute; answer: Answer<AnyRoute> }
export type SentCall = FakeRequest<AnyRoute> & { route: AnyRoute }

export class Refusal {
  readonly status: number
  readonly code: string
  readonly more: Partial<ErrorReply>
  constructor(status: number, code: string, more: Partial<ErrorReply>) {
    this.status = status
    this.code = code
    this.more = more
  }
}

/** A reply with an error of the catalogue; `more` adds fields to it. */
export function refuse(code: ErrorCode, more: Partial<ErrorReply> = {}): Refusal {
  const { status, message } = errorCatalogue[code]
  return new Refusal(status, code, { message, ...more })
}

/** Prepares the answer to one call; the last one prepared for a call counts. */
export function on<R extends AnyRoute>(route: R, answer: Answer<NoInfer<R>>): PreparedAnswer {
  return { route, answer: answer as unknown as Answer<AnyRoute> }
}

/** What the browser reports without a network. */
export function noNetwork(): never {
  throw new TypeError('Failed to fetch')
}

/**
 * A server that replaces `fetch`. Requests and replies must match the contract's schemas, so that no fake
 * can drift from the real calls. A call without a handler gets 404.
 */
export function createFakeApi(prepared: readonly PreparedAnswer[] = []) {
  const answers = new Map(prepared.map(({ route, answer }) => [route, answer]))
  const sent: SentCall[] = []

  const fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input, init)
    const url = new URL(request.url)
    const found = findRoute(request.method, url.pathname)
    if (!found) throw new Error(`no call of the contracts is ${request.method} ${url.pathname}`)
    const { route, params } = found
    const text = await request.text()
    const read = readRequest(route, {
      params,
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
    })
    if (read instanceof Refusal) return errorReply(route, read)
    const call = { ...read, ...headersOf(request), url }
    sent.push({ ...call, route })
    const reply = (await answers.get(route)?.(call)) ?? refuse('not_found')
    if (request.signal.aborted) throw new DOMException('The call was given up.', 'AbortError')
    if (reply instanceof Response) return reply.clone()
    return reply instanceof Refusal ? errorReply(route, reply) : Response.json(route.result.parse(reply))
  }
  return {
    fetch,
    sent,
    /** Sets how a call is answered from now on. */
    on<R extends AnyRoute>(route: R, answer: Answer<NoInfer<R>>): void {
      answers.set(route, answer as unknown as Answer<AnyRoute>)
    },
    sentTo<R extends AnyRoute>(route: R): FakeRequest<R>[] {
      return sent.filter((call) => call.route === route) as unknown as FakeRequest<R>[]
    },
  }
}

export type FakeApi = ReturnType<typeof createFakeApi>

type Parts = { params: unknown; query: unknown; body: unknown }

function findRoute(method: string, pathname: string): { route: AnyRoute; params: object } | undefined {
  for (const route of callRegistry) {
    const match = route.method === method ? patternOf(route.path).exec(pathname) : null
    if (match) return { route, params: decoded(match.groups) }
  }
  return undefined
}

function decoded(params: Record<string, string | undefined> = {}): object {
  const entries = Object.entries(params).map(([name, value]) => [name, value && decodeURIComponent(value)])
  return Object.fromEntries(entries)
}

function patternOf(path: string): RegExp {
  const parts = path.replace(/\{\/:(\w+)\}/g, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^/api${parts}$`)
}

function readRequest(route: AnyRoute, parts: Parts): Pick<SentCall, 'params' | 'query' | 'body'> | Refusal {
  const read: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const parsed = route[part]?.safeParse(parts[part])
    if (parsed && !parsed.success) {
      const [issue] = parsed.error.issues
      return refuse('invalid_request', {
        message: issue?.message ?? '',
        field: issue?.path.join('.') ?? part,
      })
    }
    read[part] = parsed?.data
  }
  return read as ReturnType<typeof readRequest>
}

function headersOf({ headers }: Request) {
  return {
    token: headers.get('authorization')?.replace(/^Bearer /, ''),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    orderAgain: headers.get('order-again') ?? undefined,
    proofOfWork: headers.get('proof-of-work') ?? undefined,
    accountProof: headers.get('account-proof') ?? undefined,
    priceConfirmed: headers.get('price-confirmed') ?? undefined,
  }
}

function errorReply(route: AnyRoute, { status, code, more }: Refusal): Response {
  const reply = { code, requestId: 'rq-test', ...more, [route.errorField]: more.message }
  return Response.json(reply, { status })
}
