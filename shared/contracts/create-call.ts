import type { KyInstance } from 'ky'
import { ApiError, type Call, type CallAddress, type CallInput, NetworkError } from './client.ts'
import type { ErrorReply } from './errors.ts'
import type { AnyRoute, ResultOf } from './route.ts'

/**
 * Makes one typed function for every route from a ky instance, whose prefix is the host base path.
 */
export function createCall(ky: KyInstance): Call {
  return async <R extends AnyRoute>(route: R | CallAddress<R>, input: CallInput<R> = {}) => {
    const response = await send(ky, route, input)
    const reply = await readReply(response)
    if (!response.ok) {
      if (isErrorReply(reply)) throw new ApiError(response.status, reply, retryAfterMs(response))
      throw new NetworkError(`${response.status} from somebody on the way`)
    }
    if (reply === undefined) throw new NetworkError('the answer was cut')
    // An answer that decides whether to repeat the request must be complete.
    if (route.idempotent && !route.result.safeParse(reply).success) throw new NetworkError('no such answer')
    return reply as ResultOf<R>
  }
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** Time limit for reading a body, in ms. */
const bodyMs = 30_000

/** The reply's JSON; undefined where it is not JSON. */
async function readReply(response: Response): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), bodyMs)
  })
  try {
    return await Promise.race([response.json(), late])
  } catch (cause) {
    if (isAbort(cause)) throw cause
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Whether an error is ours, and not a proxy's page: every error of ours has a code. */
export function isErrorReply(reply: unknown): reply is Partial<ErrorReply> {
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'code' in reply &&
    /^(string|number)$/.test(typeof reply.code)
  )
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError'
}

async function send<R extends AnyRoute>(
  ky: KyInstance,
  route: R | CallAddress<R>,
  input: CallInput<R>,
): Promise<Response> {
  try {
    return await ky(pathOf(route, input.params as PathValues | undefined), {
      method: route.method,
      throwHttpErrors: false,
      ...(input.query ? { searchParams: searchParamsOf(input.query as PathValues) } : {}),
      ...(route.method === 'POST' ? { json: input.body ?? {} } : {}),
      headers: headersOf(input),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.timeoutMs === undefined ? {} : { timeout: input.timeoutMs }),
    })
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new NetworkError(cause)
  }
}

function headersOf<R extends AnyRoute>({
  idempotencyKey,
  orderAgain,
  priceConfirmed,
  proofOfWork,
  accountProof,
}: CallInput<R>): Record<string, string> {
  return {
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(orderAgain && { 'order-again': orderAgain }),
    ...(priceConfirmed && { 'price-confirmed': priceConfirmed }),
    ...(proofOfWork && { 'proof-of-work': proofOfWork }),
    ...(accountProof && { 'account-proof': accountProof }),
  }
}

type PathValues = Record<string, string | number | undefined>

/** Fills in `:name`, and removes an optional part `{/:name}` without a value. */
function pathOf(route: Pick<AnyRoute, 'path'>, params: PathValues = {}): string {
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
