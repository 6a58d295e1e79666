import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { pingRedis } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'

/**
 * Answers health checks on `HOST` and `HEALTH_PORT` (0: a free one). Rejects when it cannot listen
 * there.
 */
export function listenForHealth(deps: Pick<Deps, 'redis' | 'env'>): Promise<Server> {
  const { HOST, HEALTH_PORT } = deps.env
  const server = createServer((_request, response) => answerHealth(deps, response))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(HEALTH_PORT, HOST, () => resolve(server))
  })
}

/** 200 while MongoDB and Redis answer, otherwise 503: for an orchestrator. */
async function answerHealth(deps: Pick<Deps, 'redis'>, response: ServerResponse): Promise<void> {
  const checks = {
    mongo: await answers(() => mongoose.connection.db?.command({ ping: 1 })),
    redis: await answers(() => pingRedis(deps.redis)),
  }
  const ok = checks.mongo && checks.redis
  response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status: ok ? 'ok' : 'unavailable', checks }))
}

async function answers(ask: () => Promise<unknown> | undefined): Promise<boolean> {
  try {
    await ask()
    return true
  } catch {
    return false
  }
}
