import type { ServerResponse } from 'node:http'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { pingRedis } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'

/** 200 while both servers answer, else 503: what an orchestrator asks. */
export async function answerHealth(deps: Pick<Deps, 'redis'>, response: ServerResponse): Promise<void> {
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
