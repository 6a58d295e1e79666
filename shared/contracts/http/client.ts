import type { KyInstance } from 'ky'
import type { ErrorReply } from '../errors.ts'
import type { AnyRoute, BodyInputOf, ParamsOf, QueryInputOf, ResultOf } from './route.ts'

export type CallInput<R extends AnyRoute> = {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  /** One per tap, so that a repeat of the same tap is the same request. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Call = <R extends AnyRoute>(route: R, input?: CallInput<R>) => Promise<ResultOf<R>>

/** A call that was answered with an error. `message` is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly reply: Partial<ErrorReply>

  constructor(status: number, reply: Partial<ErrorReply>) {
    super(reply.message ?? 'Something went wrong! Please try again.')
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code ?? 'internal'
    this.field = reply.field
    this.reply = reply
  }
}

/** No answer at all: the text the specification gives for it. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network Error', { cause })
    this.name = 'NetworkError'
  }
}

/** Turns a ky instance, whose prefix is the host base path, into one typed function for every route. */
export function createCall(ky: KyInstance): Call {
  return async (route, input = {}) => {
    const response = await send(ky, route, input)
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new ApiError(response.status, (reply ?? {}) as Partial<ErrorReply>)
    if (reply === undefined) throw new ApiError(response.status, {})
    return reply as ResultOf<typeof route>
  }
}

async function send<R extends AnyRoute>(ky: KyInstance, route: R, input: CallInput<R>): Promise<Response> {
  try {
    return await ky(pathOf(route, input.params as PathValues | undefined), {
      method: route.method,
      throwHttpErrors: false,
      ...(input.query ? { searchParams: searchParamsOf(input.query as PathValues) } : {}),
      ...(route.method === 'POST' ? { json: input.body ?? {} } : {}),
      ...(input.idempotencyKey ? { headers: { 'idempotency-key': input.idempotencyKey } } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new NetworkError(cause)
  }
}

type PathValues = Record<string, string | number | undefined>

/** Fills `:name` and drops an optional `{/:name}` part whose value is absent. */
function pathOf(route: AnyRoute, params: PathValues = {}): string {
  return route.path
    .replace(/\{\/:(\w+)\}/g, (_part, name: string) =>
      params[name] === undefined ? '' : `/${encodeURIComponent(params[name] ?? '')}`,
    )
    .replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/^\//, '')
}

function searchParamsOf(query: PathValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
