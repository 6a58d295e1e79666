import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { readReadiness } from '@jhatpat/shared/domain/maintenance/index.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'

type HealthDeps = Pick<Deps, 'redis' | 'clock' | 'env'>

export type Health = {
  server: Server
  /** From now on the process is not ready: it takes no more work. */
  beginStopping(): void
}

/**
 * Answers on `HOST` and `HEALTH_PORT` (0: a free one), for an orchestrator. `/healthz`: the process runs. `/readyz`:
 * it can work, which needs MongoDB and Redis. Rejects when it cannot listen there.
 */
export function listenForHealth(deps: HealthDeps): Promise<Health> {
  const { HOST, HEALTH_PORT } = deps.env
  let isStopping = false
  const beginStopping = () => {
    isStopping = true
  }
  const server = createServer(async (request, response) => {
    const { code, body } = await answerTo(request, { deps, isStopping })
    response.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(body))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(HEALTH_PORT, HOST, () => resolve({ server, beginStopping }))
  })
}

type Answer = { code: number; body: object }

async function answerTo(
  { method = '', url }: IncomingMessage,
  { deps, isStopping }: { deps: HealthDeps; isStopping: boolean },
): Promise<Answer> {
  const version = appVersion(deps.env)
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && url === '/healthz') return { code: 200, body: { status: 'ok', version } }
  if (!isRead || url !== '/readyz')
    return { code: 404, body: { code: 'not_found', message: 'There is nothing at this address.' } }
  const { oldestDueTaskSeconds, ...checks } = await readReadiness(deps)
  const canWork = checks.mongodb && checks.redis
  const status = isStopping ? 'stopping' : canWork ? 'ready' : 'unavailable'
  const isReady = status === 'ready'
  return {
    code: isReady ? 200 : 503,
    body: { status, version, checks: textOf(checks), oldestDueTaskSeconds },
  }
}

const textOf = ({ mongodb, redis }: { mongodb: boolean; redis: boolean }) => ({
  mongodb: mongodb ? 'ok' : 'no answer',
  redis: redis ? 'ok' : 'no answer',
})
