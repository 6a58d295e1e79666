import { type Env, envSchema } from '@jhatpat/shared/platform/env.ts'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { expect, it } from 'vitest'
import { simulatorKeys } from '../../tests/simulators/start-simulators.ts'
import { refuseProductionData } from './refuse-production-data.ts'

const simulated: Env = envSchema.parse({
  ...simulatorKeys,
  MONGODB_URI: 'mongodb://127.0.0.1/jhatpat',
  REDIS_URL: 'redis://127.0.0.1',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  SIMULATED_PROVIDERS: 'true',
  ...addressesOn('127.0.0.1'),
})

it('allows demo data in a shop with only simulated providers', () => {
  expect(() => refuseProductionData(simulated)).not.toThrow()
})

it.each<[string, Partial<Env>]>([
  ['NODE_ENV=production', { NODE_ENV: 'production' }],
  ['SIMULATED_PROVIDERS=false', { SIMULATED_PROVIDERS: false }],
  ...everyVendor.map(({ title, address }): [string, Partial<Env>] => [
    title,
    { [address]: addressesOn('vendor.in')[address] },
  ]),
])('refuses demo data where there is %s', (what, more) => {
  expect(() => refuseProductionData({ ...simulated, ...more })).toThrow(
    `here are ${what}: leave out --demo-data`,
  )
})

/** The addresses of all vendors, set to this host. */
function addressesOn(host: string): Record<string, string> {
  return Object.fromEntries(
    everyVendor.map(({ name, address, simulator }) => [
      address,
      `${simulator.protocol}://${host}:3001/${name}`,
    ]),
  )
}
