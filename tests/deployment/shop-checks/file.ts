import { isDeepStrictEqual } from 'node:util'
import { type Engine, succeed } from '../engine/engine.ts'
import { ownImage, withoutDigest } from '../shop/compose-override.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { type Checks, must } from './checks.ts'

interface Resolved {
  services: Record<string, ResolvedService>
}

type ResolvedService = {
  image?: string
  build?: Record<string, unknown>
  environment?: Record<string, unknown>
  volumes?: { target?: string }[]
}

/** That the override changes nothing of what it tests. */
export async function checkFile(checks: Checks, engine: Engine, shop: ComposedShop): Promise<void> {
  await checks.check(
    'docker-compose.yml runs as it is, but for names of images and trust in a private authority',
    async () => {
      const config = ['--profile', 'simulators', 'config', '--format', 'json']
      const alone = await succeed('docker compose config', engine.compose([...shop.alone, ...config]))
      const whole = await succeed('docker compose config', shop.compose(['config', '--format', 'json']))
      const { services: ours } = JSON.parse(alone) as Resolved
      const { services: run } = JSON.parse(whole) as Resolved
      const tested = Object.keys(ours).filter((name) => name !== 'simulators')
      for (const name of tested)
        must(isDeepStrictEqual(comparable(run[name]), comparable(ours[name])), `The service ${name} differs.`)
      return tested.join(', ')
    },
  )
}

function comparable(service: ResolvedService = {}): ResolvedService {
  const { NODE_EXTRA_CA_CERTS: _trust, ...environment } = service.environment ?? {}
  const { dockerfile: _file, ...build } = service.build ?? {}
  return {
    ...service,
    image: ownImage(withoutDigest(service.image ?? '')),
    build,
    environment,
    volumes: (service.volumes ?? []).filter(({ target }) => target !== '/certificates'),
  }
}
