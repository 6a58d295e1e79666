import { type Env, envSchema } from '@jhatpat/shared/platform/env.ts'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { expect, it } from 'vitest'
import { simulatorKeys } from '../../tests/simulators/start-simulators.ts'
import { refuseRealShop } from './refuse-real-shop.ts'

const simulated: Env = envSchema.parse({
  ...simulatorKeys,
  MONGODB_URI: 'mongodb://127.0.0.1/jhatpat',
  REDIS_URL: 'redis://127.0.0.1',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  PROVIDERS_SIMULATED: 'true',
  ...addressesOn('127.0.0.1'),
})

it('lets the demo into a shop in which everything is simulated', () => {
  expect(() => refuseRealShop(simulated)).not.toThrow()
})

it.each<[string, Partial<Env>]>([
  ['NODE_ENV=production', { NODE_ENV: 'production' }],
  ['PROVIDERS_SIMULATED=false', { PROVIDERS_SIMULATED: false }],
  ...everyVendor.map(({ title, address }): [string, Partial<Env>] => [
    title,
    { [address]: addressesOn('vendor.in')[address] },
  ]),
])('keeps the demo out where there is %s', (what, more) => {
  expect(() => refuseRealShop({ ...simulated, ...more })).toThrow(`here are ${what}: leave out --demo-data`)
})

/** The addresses of all vendors, were they on this host. */
function addressesOn(host: string): Record<string, string> {
  return Object.fromEntries(
    everyVendor.map(({ name, address, simulator }) => [
      address,
      `${simulator.protocol}://${host}:3001/${name}`,
    ]),
  )
}
