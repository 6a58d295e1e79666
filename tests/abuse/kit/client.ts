import { setTimeout as sleep } from 'node:timers/promises'

export type Ask = {
  method?: string
  /** The client's address, as the proxy in front of the shop would name it. */
  from: string
  token?: string
  cookie?: string
  accept?: string
  /** The header `Proof-Of-Work`. */
  proof?: string
  /** Sent as JSON. */
  body?: unknown
  form?: FormData
}

/** `status` is 0 without an answer. */
export type Reply = {
  status: number
  ms: number
  text: string
  json: Record<string, unknown>
  cookies: string[]
}

const timeoutMs = 30_000

/** One request to the shop, from its own address. Never throws. */
export async function ask(origin: string, path: string, request: Ask): Promise<Reply> {
  const startedAt = performance.now()
  const { method, body, form } = request
  try {
    const response = await fetch(new URL(path, origin), {
      method: method ?? (body !== undefined || form ? 'POST' : 'GET'),
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? form && { body: form } : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const cookies = response.headers.getSetCookie()
    return { status: response.status, ms: performance.now() - startedAt, text, json: jsonOf(text), cookies }
  } catch (error) {
    return { status: 0, ms: performance.now() - startedAt, text: String(error), json: {}, cookies: [] }
  }
}

function headersOf({ from, token, cookie, accept, proof, body }: Ask): Record<string, string> {
  return {
    'x-forwarded-for': from,
    ...(accept && { accept }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(cookie && { cookie }),
    ...(proof && { 'proof-of-work': proof }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Runs `work` `count` times, at most `atOnce` at a time. */
export async function inParallel<T>(
  { count, atOnce }: { count: number; atOnce: number },
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const line = async () => {
    while (next < count) {
      const index = next
      next += 1
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, line))
  return results
}

/** Starts `work` `count` times, evenly over a time, whether earlier ones have ended or not. */
export async function evenly<T>(
  { count, overMs }: { count: number; overMs: number },
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const startedAt = performance.now()
  const begun: Promise<T>[] = []
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedAt + (index * overMs) / count - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    begun.push(work(index))
  }
  return Promise.all(begun)
}

/** The number of replies of each status, as `200: 600, 429: 200`. */
export function statusesOf(replies: readonly Reply[]): string {
  return [...Map.groupBy(replies, ({ status }) => status)]
    .map(([status, of]) => `${status}: ${of.length}`)
    .sort()
    .join(', ')
}

export const countStatus = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length

/** Replies that are missing or a server error: the request shows nothing then. */
export const countUnanswered = (replies: readonly Reply[]): number =>
  replies.filter(({ status }) => status === 0 || status >= 500).length
