import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../tests/simulators/start-simulators.ts'
import { envSchema } from '../platform/env.ts'
import { mailSenders } from './mail/registry.ts'
import { paymentGateways } from './payments/registry.ts'
import { smsSenders } from './sms/registry.ts'
import { createSuppliers, suppliers } from './suppliers/registry.ts'

const kinds = [
  { folder: 'payments', contract: 'paymentGatewayContract', registry: paymentGateways },
  { folder: 'suppliers', contract: 'supplierContract', registry: suppliers },
  { folder: 'sms', contract: 'smsContract', registry: smsSenders },
  { folder: 'mail', contract: 'mailContract', registry: mailSenders },
]

const settings = envSchema.parse({
  ...simulatorKeys,
  MONGODB_URI: 'mongodb://127.0.0.1/none',
  REDIS_URL: 'redis://127.0.0.1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1',
})

describe.each(kinds)('the providers of $folder', ({ folder, contract, registry }) => {
  const files = readdirSync(path.join(import.meta.dirname, folder))
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, folder, file), 'utf8')
  const specs = files.filter((file) => file.endsWith('.test.ts')).map(read)

  it.each(Object.keys(registry))('run the contract tests for %s', (name) => {
    const calls = specs.filter((text) => text.includes(`\n${contract}('${name}',`))
    expect(calls, `write ${contract}('${name}', …) in a test beside its adapter`).toHaveLength(1)
  })

  it('are all in the registry', () => {
    const adapters = files.filter((file) =>
      /export function create\w+\(options: \w+Options\)/.test(read(file)),
    )
    expect(adapters.length).toBeGreaterThan(0)
    for (const file of adapters) expect(read('registry.ts')).toContain(`from './${file}'`)
  })
})

describe('the suppliers', () => {
  const registry = createSuppliers(settings)

  it.each([
    ['SMILEBR', 'SMILEBR', { userid: '1', zoneid: '2' }],
    ['SMILEPH', 'SMILEPH', { userid: '1', zoneid: '2' }],
    ['MOOGOLDMLBB', 'MOOGOLD', { 'User ID': '1', 'Server ID': '2' }],
    ['MOOGOLDGENSHIN', 'MOOGOLD', { 'User ID': '1', Server: '2' }],
    ['MOOGOLDHOK', 'MOOGOLD', { 'Player ID': '1' }],
  ])('sends %s to %s under its own account fields', (apiType, name, account) => {
    const delivery = registry.forApiType(apiType)
    expect(delivery?.supplier.name).toBe(name)
    expect(delivery?.account('1', '2')).toEqual(account)
  })

  it('names the account by the product’s fields at the time of the order', () => {
    const { account } = registry.forApiType('MOOGOLDMLBB')!
    expect(account('1', '2', ['User ID', 'Server'])).toEqual({ 'User ID': '1', Server: '2' })
    expect(account('1', '2', [])).toEqual({ 'User ID': '1', 'Server ID': '2' })
  })

  it('checks players of MooGold under the product’s page', () => {
    expect(registry.forApiType('MOOGOLDMLBB')).toMatchObject({ checkId: '15145', page: '15145' })
  })

  it.each(['OTHER', '', '__proto__', 'constructor'])('leaves %o to manual delivery', (apiType) => {
    expect(registry.forApiType(apiType)).toBeUndefined()
  })

  it('shares one account among the MooGold types', () => {
    expect(registry.forApiType('MOOGOLDMLBB')?.supplier).toBe(registry.forApiType('MOOGOLDHOK')?.supplier)
  })
})
