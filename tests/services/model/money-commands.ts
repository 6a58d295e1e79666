import { confirmOrderPayment, type OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { confirmTopUp, type WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { attemptOf, onPaymentTarget } from './buying-commands.ts'
import { command } from './command.ts'
import type { ModelEnvironment } from './model-environment.ts'

const pick = fc.nat({ max: 9 })

const upi = ({ service }: ModelEnvironment, order: Record<string, unknown>) =>
  service.simulators.control('upigateway', order)

/** The payer's money reaches the gateway; no callback is sent. */
export const pay = fc
  .record({
    pick,
    how: fc.constantFrom('pay', 'pay', 'pay', 'payTwice'),
    amount: fc.constantFrom('', '', '', '', '', '300', '345.01', '0.01'),
  })
  .map(({ pick: number, how, amount }) =>
    command(
      `${how} ${amount || 'exactly'} for ${number}`,
      onPaymentTarget(number, (environment, one) =>
        upi(environment, {
          [how]: { client_txn_id: attemptOf(environment, one, number), ...(amount && { amount }) },
        }),
      ),
    ),
  )

/** The usual course: the payer pays, the gateway sends its callback, a worker checks. */
export const payAndNotify = pick.map((number) =>
  command(
    `a payment for ${number}, its callback and the look`,
    onPaymentTarget(number, async (environment, one) => {
      const attempt = attemptOf(environment, one, number)
      await upi(environment, { pay: { client_txn_id: attempt } })
      await sendWebhook(environment, attempt)
      await environment.queue.runDue(environment.deps, 1)
    }),
  ),
)

/** The callback's body claims success, whatever happened. */
export const sendGatewayCallback = fc
  .record({ pick, copies: fc.constantFrom(1, 1, 3) })
  .map(({ pick: number, copies }) =>
    command(
      `${copies} callbacks about ${number}`,
      onPaymentTarget(number, async (environment, one) => {
        const replies = await Promise.all(
          Array.from({ length: copies }, () => sendWebhook(environment, one._id)),
        )
        expect(new Set(replies)).toEqual(new Set([200]))
      }),
    ),
  )

/** The gateway's callback as any sender could make it. @returns the HTTP status */
export async function sendWebhook({ service }: ModelEnvironment, client_txn_id: string): Promise<number> {
  const body = new URLSearchParams({
    client_txn_id,
    status: 'success',
    amount: '345',
    upi_txn_id: '405599999999',
  })
  return (await fetch(`${service.url}/api/webhooks/upigateway`, { method: 'POST', body })).status
}

/** The customer's browser checks the payment, from one tab or two. */
export const checkPayments = fc
  .record({ pick, tabs: fc.constantFrom(1, 1, 2) })
  .map(({ pick: number, tabs }) =>
    command(
      `${tabs} looks at ${number}`,
      onPaymentTarget(number, (environment, one) =>
        Promise.all(Array.from({ length: tabs }, () => confirm(environment, one))),
      ),
    ),
  )

function confirm({ deps }: ModelEnvironment, one: OrderDoc | WalletTransactionDoc): Promise<unknown> {
  if (one._id.startsWith('JT')) return confirmTopUp(deps, one as WalletTransactionDoc)
  return confirmOrderPayment(deps, one as OrderDoc)
}

/** The gateway does not report a payment in review as failed; a failed one can still be paid. */
export const setGatewayAnswer = fc
  .record({ pick, word: fc.constantFrom('fail', 'close', 'scan') })
  .map(({ pick: number, word: state }) =>
    command(
      `the gateway: ${state} ${number}`,
      onPaymentTarget(number, async (environment, one) => {
        const client_txn_id = attemptOf(environment, one, number)
        const isPaid = environment.service.simulators
          .journal('upigateway')
          .some((entry) => entry.kind === 'captured' && entry.client_txn_id === client_txn_id)
        if (!isPaid) await upi(environment, { [state]: { client_txn_id } })
      }),
    ),
  )

/** The payments' references in the gateway's answers. */
export const gatewayNames = fc
  .constantFrom('bank', 'empty_first', 'changing', 'app_id')
  .map((reference) =>
    command(`the gateway's references: ${reference}`, (environment) => upi(environment, { reference })),
  )

export const gatewayBreaks = fc
  .constantFrom('reset', 'http500', 'html', 'cut_json')
  .map((outcome) =>
    command(`the gateway's next answer: ${outcome}`, (environment) =>
      upi(environment, { next: { call: 'check_order_status', outcome } }),
    ),
  )
