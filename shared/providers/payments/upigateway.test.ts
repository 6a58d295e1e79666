import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { paymentGatewayBattery } from '../../../tests/support/payment-gateway-battery.ts'
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
  synonyms: { statusWords: 'synonyms', amountAs: 'string' },
  upi_link_only: { paymentUrlAs: 'upi', upiIntentNull: true },
  late_reference: { reference: 'empty_first' },
  no_day: { dayKept: 'none' },
}

paymentGatewayBattery('upigateway', {
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
  writeOddly: () => control({ amountAs: 'string', upperCaseStatus: true, upiIntentNull: true }),
  speak: (manner) => control(manners[manner]),
  leakKey: () => control({ leakKey: true }),
})
