import { describe, expect, it } from 'vitest'
import { envSchema } from '../platform/env.ts'
import { mailSenders } from './mail/registry.ts'
import { paymentGateways } from './payments/registry.ts'
import { signInProviders } from './sign-in/registry.ts'
import { smsSenders } from './sms/registry.ts'
import { suppliers } from './suppliers/registry.ts'
import { everyVendor, type Vendor } from './vendors.ts'

const registries: Record<Vendor['kind'], object> = {
  payment: paymentGateways,
  supplier: suppliers,
  sms: smsSenders,
  mail: mailSenders,
  sign_in: signInProviders,
}
/** Our own settings, not a vendor's. */
const own = ['MONGODB_URI', 'REDIS_URL', 'SECRET_KEY', 'PUBLIC_URL', 'SUPPORT_CHAT_URL', 'ALERT_WEBHOOK_URL']

describe('the list of vendors', () => {
  it.each(Object.entries(registries))('lists every adapter of the kind %s, once', (kind, registry) => {
    const listed = everyVendor.flatMap((vendor) => (vendor.kind === kind ? vendor.adapters : []))
    const reason = 'name each adapter in "adapters" of its vendor in shared/providers/vendors.ts'
    expect(listed.toSorted(), reason).toEqual(Object.keys(registry).toSorted())
  })

  it('has every required setting of a vendor, and every address', () => {
    const required = (envSchema.safeParse({}).error?.issues ?? []).map(({ path }) => path.join('.'))
    const addresses = Object.keys(envSchema.shape).filter((name) => /_UR[IL]$/.test(name))
    const listed = everyVendor.flatMap(({ address, keys }) => [address, ...Object.keys(keys)])
    const reason = 'name it in "keys" or as the "address" of its vendor in shared/providers/vendors.ts'
    expect(
      [...required, ...addresses].filter((name) => !own.includes(name) && !listed.includes(name)),
      reason,
    ).toEqual([])
    expect(
      listed.filter((name) => !(name in envSchema.shape)),
      'declare it in shared/platform/env.ts',
    ).toEqual([])
  })

  it('gives each vendor a title of its own', () => {
    const titles = everyVendor.map(({ title }) => title)
    expect(titles).toEqual([...new Set(titles)])
  })
})
