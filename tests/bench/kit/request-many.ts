import { Agent, request } from 'node:http'
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
      results.texts.push(await send(agent, make(number)))
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

function send(agent: Agent, { url, headers, body }: BenchRequest): Promise<string> {
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
        if (reply.statusCode === 200) resolve(text)
        else reject(new CliError(`${url.pathname} was answered with ${reply.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
