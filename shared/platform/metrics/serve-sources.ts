import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsSource } from './metrics-source.ts'

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

type ServeOptions = {
  host: string
  port: number
  sources: readonly MetricsSource[]
  onError(error: unknown): void
}

export type RunningMetrics = { port: number; stop(): Promise<void> }

/**
 * Serves `/metrics` from a server of its own: the shop's port, which nginx passes on, has no metrics.
 * @throws with a sentence that says what to do when the port cannot be listened on
 */
export async function serveSources({ host, port, sources, onError }: ServeOptions): Promise<RunningMetrics> {
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && request.url?.split('?')[0] === '/metrics') void answer({ sources, onError }, response)
    else response.writeHead(404).end()
  })
  await listen(server, host, port)
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

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken: stop what uses it, or choose another for the metrics (METRICS_PORT).`,
            )
          : error,
      ),
    )
    server.listen(port, host, () => resolve())
  })
}
