import type { Env } from '@jhatpat/shared/platform/env.ts'
import { productionHosts } from '@jhatpat/shared/platform/provider-addresses.ts'
import { CliError } from '../processes/cli-error.ts'

/**
 * Refuses demo data unless all providers are simulated: the demo's people have a published password, and
 * its wallets hold play money.
 * @throws CliError that names what is real
 */
export function refuseProductionData(env: Env): void {
  const real = [
    ...(env.NODE_ENV === 'production' ? ['NODE_ENV=production'] : []),
    ...(env.SIMULATED_PROVIDERS ? [] : ['SIMULATED_PROVIDERS=false']),
    ...productionHosts(env),
  ]
  if (real.length === 0) return
  throw new CliError(
    `The demo's people and play money belong only where everything is simulated, and here are ${real.join(', ')}: leave out --demo-data, and make the first admin with npm run cli -- user:create.`,
  )
}
