import { afterAll, beforeAll, describe } from 'vitest'
import { createExample } from './example-supplier.ts'
import { startExampleSupplier } from './example-supplier-server.ts'
import { supplierContract } from './supplier-contract.ts'
import type { SupplierHarness } from './supplier-harness.ts'

const key = 'the-example-secret'
let stand: Awaited<ReturnType<typeof startExampleSupplier>>
beforeAll(async () => {
  stand = await startExampleSupplier(key)
})
afterAll(() => stand.close())

const aPlayer = (player: string) => ({ productSlug: '', checkId: '', account: { player } })
const fault = (call: string, outcome: string, code?: string) =>
  stand.plan.add([{ call, outcome, code, times: 1, match: {} } as Parameters<typeof stand.plan.add>[0][0]])
/** The supplier's names for the calls of the contract tests. */
const calls = { buy: 'buy', look: 'purchase', check: 'player', balance: 'balance', list: 'packs' }

const harness: SupplierHarness = {
  forms: { playerCheck: 'by_name', evidence: 'lookup', delivery: 'at_once', repeat: 'same_delivery' },
  secret: key,
  reset: async () => stand.reset(),
  address: () => stand.address,
  make: ({ timeoutMs = 2_000, secret = key, address = stand.address } = {}) =>
    createExample({ name: 'EXAMPLE', baseUrl: address, secret, timeoutMs }),
  anOrder: (unitRef) => ({
    unitRef,
    productSlug: '',
    supplierItemId: 'stones-60',
    account: { player: '12345' },
  }),
  aPlayer: () => aPlayer('12345'),
  anUnknownPlayer: () => aPlayer('nobody'),
  page: 'stones',
  unknownPage: 'no-such-game',
  next: async (call, outcome) => fault(calls[call], outcome),
  unknownCode: 'ODD_CODE',
  codes: {
    final: ['NO_PLAYER'],
    noCredit: 'NO_CREDIT',
    next: async (code) => fault('buy', 'refuse', code),
  },
  nextUnknownCode: async (call) => fault(calls[call], 'refuse', 'ODD_CODE'),
  leakSecret: async () => void Object.assign(stand.settings, { leaksSecret: true }),
  effects: () => stand.sold.size,
}

supplierContract('EXAMPLE', harness)

describe('without a lookup,', () => {
  const make: SupplierHarness['make'] = (options) => ({
    ...harness.make(options),
    evidence: 'idempotent_retry',
    lookupPurchase: async () => ({ kind: 'unknown', message: 'There is no look-up.' }),
  })
  const { playerCheck } = harness.forms
  const forms = {
    playerCheck,
    evidence: 'idempotent_retry',
    delivery: 'at_once',
    repeat: 'same_delivery',
  } as const
  supplierContract('EXAMPLE', { ...harness, make, forms })
})

const reset = async () => {
  stand.reset()
  stand.settings.hasCheck = false
}
describe('without a player check,', () =>
  supplierContract('EXAMPLE', { ...harness, reset, forms: { ...harness.forms, playerCheck: 'not_offered' } }))
