import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../../../scripts/processes/cli-error.ts'

/** A request; with a body it is a POST. */
export type BenchRequest = { url: URL; headers?: Record<string, string>; body?: string }

/** Replies in the order of arrival; times in ms. */
export type RequestResults = { texts: string[]; times: number[]; tookMs: number }

/**
 * Sends `count` requests, a limited number at a time, each client its next when the previous one was
 * answered.
 * @param make the next request of the client with this number
 * @throws CliError when one was answered with anything but 200
 */
export async function requestMany(
  { count, clients }: { count: number; clients: number },
  make: (client: number) => BenchRequest,
): Promise<RequestResults> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const results: RequestResults = { texts: [], times: [], tookMs: 0 }
  const startedAt = performance.now()
  let next = 0
  const client = async (number: number) => {
    while (next < count) {
      next += 1
      const at = performance.now()
      results.texts.push(await acceptedText(agent, make(number)))
      results.times.push(performance.now() - at)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  } finally {
    agent.destroy()
  }
  return { ...results, tookMs: performance.now() - startedAt }
}

async function acceptedText(agent: Agent, request: BenchRequest): Promise<string> {
  const { status, text } = await send(agent, request)
  if (status === 200) return text
  throw new CliError(`${request.url.pathname} was answered with ${status}: ${text}`)
}

/**
 * `connections` are open before the first request, as a proxy with keep-alive has them: Node accepts one in each
 * turn of its event loop, so that new ones wait while the turns are long.
 */
type RequestRate = { perSecond: number; seconds: number; signal?: AbortSignal; connections?: number }

/** One reply, and how long it took. */
export type BenchReply = { status: number; text: string; ms: number }

/**
 * Sends requests at a fixed rate, however long the replies take, until `seconds` have passed or the signal is
 * aborted.
 * @param make the request of this number
 * @returns all replies
 */
export async function requestAtRate(
  { perSecond, seconds, signal, connections = 0 }: RequestRate,
  make: (index: number) => BenchRequest,
): Promise<BenchReply[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 10_000 })
  const health = { url: new URL('/healthz', make(0).url) }
  await Promise.all(Array.from({ length: connections }, () => send(agent, health)))
  const replies: Promise<BenchReply>[] = []
  const ask = async (index: number) => {
    const at = performance.now()
    return { ...(await send(agent, make(index))), ms: performance.now() - at }
  }
  const next = () => {
    const reply = ask(replies.length)
    // A failure ends the measurement, which awaits all of them, and not the process.
    reply.catch(() => undefined)
    replies.push(reply)
  }
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1_000
  try {
    while (elapsed() < seconds && !signal?.aborted) {
      const due = Math.floor(elapsed() * perSecond) + 1
      while (replies.length < due) next()
      await sleep(5)
    }
    return await Promise.all(replies)
  } finally {
    agent.destroy()
  }
}

function send(agent: Agent, asked: BenchRequest): Promise<{ status: number; text: string }> {
  const { url, headers, body } = asked
  const options = {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: reply.statusCode ?? 0, text })
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a connection that had been idle, just before the request arrived.
      const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET'
      if (wasIdle) resolve(send(agent, asked))
      else reject(error)
    })
    sent.end(body)
  })
}
