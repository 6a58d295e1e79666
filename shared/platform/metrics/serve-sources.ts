import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsSource } from './metrics-source.ts'

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

type ServeOptions = {
  host: string
  port: number
  /** What sets the port, for the sentence when it is taken. */
  portSetting: string
  sources: readonly MetricsSource[]
  onError(error: unknown): void
}

/** Its message is a sentence that says what to do. */
export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

export type RunningMetrics = { port: number; stop(): Promise<void> }

/**
 * Serves `/metrics` from a server of its own: the shop's port, which nginx passes on, has no metrics.
 * @throws PortTakenError
 */
export async function serveSources(options: ServeOptions): Promise<RunningMetrics> {
  const { sources, onError } = options
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && request.url?.split('?')[0] === '/metrics') void answer({ sources, onError }, response)
    else response.writeHead(404).end()
  })
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const source of sources) source.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

async function answer(
  { sources, onError }: Pick<ServeOptions, 'sources' | 'onError'>,
  response: ServerResponse,
): Promise<void> {
  try {
    const texts = await Promise.all(sources.map((source) => source.read()))
    response.writeHead(200, { 'content-type': contentType }).end(texts.join('\n'))
  } catch (error) {
    onError(error)
    response.writeHead(500).end()
  }
}

function listen(server: Server, { host, port, portSetting }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error)
      const advice = `stop what uses it, or choose another for the metrics (${portSetting}).`
      reject(new PortTakenError(`Port ${port} is taken: ${advice}`))
    })
    server.listen(port, host, () => resolve())
  })
}
