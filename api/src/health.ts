import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { readReadiness } from '@jhatpat/shared/domain/maintenance/index.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import { type Request, Router } from 'express'
import type { Shutdown } from './http/shutdown.ts'

type HealthDeps = Pick<Deps, 'redis' | 'clock'> & { env: Pick<Deps['env'], 'NODE_ENV' | 'APP_REVISION'> }

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, which needs MongoDB; without Redis it serves with delays and
 * is `degraded`, while it stops it is `stopping`. In production `/readyz` answers only internal addresses, such as an
 * orchestrator's.
 */
export function healthRouter(deps: HealthDeps, shutdown: Pick<Shutdown, 'hasBegun'>): Router {
  const router = Router()
  const version = appVersion(deps.env)
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version })
  })
  router.get('/readyz', async (request, response, next) => {
    if (deps.env.NODE_ENV === 'production' && !isInternalAddress(request)) return next()
    const { mongodb, redis, oldestDueTaskSeconds } = await readReadiness(deps)
    const status = shutdown.hasBegun() ? 'stopping' : !mongodb ? 'unavailable' : redis ? 'ready' : 'degraded'
    response
      .status(status === 'ready' || status === 'degraded' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({
        status,
        version,
        checks: { mongodb: checkText(mongodb), redis: checkText(redis) },
        oldestDueTaskSeconds,
      })
  })
  return router
}

const internalNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  internalNetworks.addSubnet(network, bits)
}
internalNetworks.addAddress('::1', 'ipv6')
internalNetworks.addSubnet('fc00::', 7, 'ipv6')
internalNetworks.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a request comes directly from our own network. A request through a proxy has forwarding
 * headers, whatever its address.
 */
export function isInternalAddress({ headers, socket }: Pick<Request, 'headers' | 'socket'>): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = socket.remoteAddress ?? ''
  return isIP(address) > 0 && internalNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const checkText = (answered: boolean) => (answered ? 'ok' : 'no answer')
