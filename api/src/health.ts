import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { Router } from 'express'
import mongoose from 'mongoose'
import { version } from './version.ts'

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, which needs MongoDB; without Redis it serves on, later
 * than it should, and says so.
 */
export function healthRouter(deps: Pick<Deps, 'redis'>): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version })
  })
  router.get('/readyz', async (_request, response) => {
    const [mongodb, redis] = await Promise.all([
      answers(mongoose.connection.db?.admin().ping()),
      answers(deps.redis.ping()),
    ])
    const status = !mongodb ? 'down' : redis ? 'ok' : 'degraded'
    response
      .status(mongodb ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status, version, checks: { mongodb: word(mongodb), redis: word(redis) } })
  })
  return router
}

async function answers(ping: Promise<unknown> | undefined, limitMs = 1_000): Promise<boolean> {
  if (!ping) return false
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), limitMs)
  const answered = ping.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

const word = (answered: boolean) => (answered ? 'ok' : 'no answer')
