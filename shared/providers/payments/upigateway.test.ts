import { beforeEach, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { paymentGatewayContract } from '../../../tests/support/payment-gateway-contract.ts'
import {
  made,
  makePaymentRequest,
  type PaymentGatewayHarness,
} from '../../../tests/support/payment-gateway-harness.ts'
import { createUpiGateway } from './upigateway.ts'

const simulators = withSimulators()
const control = async (command: Record<string, unknown>) => {
  await simulators.current.control('upigateway', command)
}
const calls = { create: 'create_order', check: 'check_order_status' }

const manners = {
  text_status: { outerStatusAs: 'text' },
  other_not_found: { notFoundAs: 'code_1610' },
  empty_not_found: { notFoundAs: 'empty_data' },
  synonyms: { statusTexts: 'synonyms', amountAs: 'string' },
  upi_link_only: { paymentUrlAs: 'upi', upiIntentNull: true },
  late_reference: { reference: 'empty_first' },
  no_day: { dayKept: 'none' },
  odd_letters: { amountAs: 'string', upperCaseStatus: true, upiIntentNull: true },
}
const speak = (manner: keyof typeof manners) => control(manners[manner])

const harness: PaymentGatewayHarness = {
  forms: { appLinks: 'upi', foundUnder: 'its_day', waiting: 'created' },
  key: simulatorKeys.UPIGATEWAY_KEY,
  reset: () => control({ reset: 'all' }),
  make: ({ timeoutMs = 2_000, key = simulatorKeys.UPIGATEWAY_KEY, unreachable = false } = {}) =>
    createUpiGateway({
      baseUrl: unreachable ? simulators.refusedUrl : `${simulators.current.url}/upigateway`,
      key,
      timeoutMs,
      createTimeoutMs: timeoutMs,
    }),
  next: (call, outcome) => control({ next: { call: calls[call], outcome } }),
  pay: (client_txn_id, amountPaise) =>
    control({ pay: { client_txn_id, ...(amountPaise && { amount: (amountPaise / 100).toFixed(2) }) } }),
  fail: (client_txn_id) => control({ fail: { client_txn_id } }),
  close: (client_txn_id) => control({ close: { client_txn_id } }),
  say: (statusWord) => control({ statusWord }),
  lockMerchant: () => control({ merchantLoggedOut: true }),
  callbackBody: (reference) => ({ client_txn_id: reference }),
  leakKey: () => control({ leakKey: true }),
}

paymentGatewayContract('upigateway', harness)

/** Other forms of the same answers, as observed at gateways of this kind. */
describe('UPIGateway and similar gateways', () => {
  beforeEach(() => harness.reset())

  it('gives a link for any UPI app where there is no page', async () => {
    await speak('upi_link_only')
    expect(await harness.make().createPayment(makePaymentRequest('T-9'))).toMatchObject({
      kind: 'created',
      paymentUrl: '',
      upiLinks: { bhim: expect.stringMatching(/^upi:.*am=499\.50/) },
    })
  })

  it('accepts a reply without app links', async () => {
    await speak('odd_letters')
    const created = await harness.make().createPayment(makePaymentRequest('T-4'))
    expect(created).toMatchObject({ kind: 'created', upiLinks: undefined })
  })

  it('accepts an outer status as text', async () => {
    await speak('text_status')
    expect((await harness.make().createPayment(makePaymentRequest('T-9a'))).kind).toBe('created')
  })

  it.each(['text_status', 'late_reference', 'no_day', 'odd_letters'] as const)(
    'settles with a gateway of the manner %s',
    async (manner) => {
      const ask = await made(harness, `T-12-${manner}`)
      await harness.pay(`T-12-${manner}`)
      await speak(manner)
      expect(await ask()).toMatchObject({ kind: 'paid', amountPaise: 49_950 })
    },
  )

  it('reads synonyms of states in capitals: only success is paid, expired has failed', async () => {
    const ask = await made(harness, 'T-12s')
    await speak('synonyms')
    expect(await ask()).toEqual({ kind: 'pending', vendorStatus: 'pending' })
    await harness.close('T-12s')
    expect(await ask()).toEqual({ kind: 'failed', vendorStatus: 'expired' })
    await harness.fail('T-12s')
    expect(await ask()).toEqual({ kind: 'failed', vendorStatus: 'failed' })
    await harness.pay('T-12s')
    expect(await ask()).toMatchObject({ kind: 'paid', amountPaise: 49_950 })
  })

  it.each(['other_not_found', 'empty_not_found'] as const)('reads %s as not found', async (manner) => {
    await speak(manner)
    const query = { clientTxnId: 'T-none', createdAt: new Date() }
    expect(await harness.make().checkPayment(query)).toEqual({ kind: 'not_found' })
  })

  it('has an empty bank reference until the gateway has one, and the same payment in the next check', async () => {
    const ask = await made(harness, 'T-12e')
    await speak('late_reference')
    await harness.pay('T-12e')
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({ kind: 'paid', bankReference: '' })
    expect(second).toMatchObject({ ...first, bankReference: expect.stringMatching(/^\d{12}$/) })
  })
})
