import { clientTxnIdOf } from '@jhatpat/shared/domain/payments/index.ts'
import { textOf } from '../../simulators/wire/text-of.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import type { CustomerRequest } from './customer.ts'

/** Pays as the wish says, in the payer's own app: the gateway takes money whatever the shop's state is. */
export async function pay(environment: FaultEnvironment, { wish, ids }: CustomerRequest): Promise<void> {
  const orderid = ids[0]
  if (!orderid || wish.paying === 'never' || wish.paying === 'wallet') return
  if (wish.paying === 'late') {
    await untilClosed(environment, orderid)
    await sleep(200)
  }
  const id = await newestAttempt(environment, orderid)
  // The payment attempt was never made and the order has ended: a customer who comes now cannot pay.
  if (!id && (wish.paying === 'late' || (await isClosed(environment, orderid)))) return
  if (!id) throw new Error(`order ${orderid} was taken and cannot be paid`)
  switch (wish.paying) {
    case 'now':
    case 'late':
      return environment.simulators.pay(id)
    case 'twice':
      return environment.simulators.pay(id, { times: 2 })
    case 'less':
      return environment.simulators.pay(id, { amount: '300' })
    case 'more':
      return environment.simulators.pay(id, { amount: '400.50' })
    default:
      return wish.paying satisfies never
  }
}

/** The attempt that the payer's page leads to: an order has a second one when the first was never made. */
async function newestAttempt(environment: FaultEnvironment, orderid: string): Promise<string | undefined> {
  const made = (await environment.simulators.journal('upigateway')).filter(({ kind }) => kind === 'created')
  const ids = made.map((entry) => textOf(entry.client_txn_id))
  return ids.findLast((id) => clientTxnIdOf(id) === orderid)
}

async function untilClosed(environment: FaultEnvironment, orderid: string): Promise<void> {
  const closed = () => isClosed(environment, orderid)
  await waitFor(`${orderid} closes unpaid`, closed, { limitMs: 90_000, everyMs: 400 })
}

/** Whether an order or top-up has failed. */
async function isClosed(environment: FaultEnvironment, id: string): Promise<boolean> {
  const closed = { _id: id, status: 'Failed' }
  const count = (name: string) => environment.db.collection<{ _id: string }>(name).countDocuments(closed)
  const counts = await Promise.all([count('orders'), count('wallet_transactions')]).catch(() => [0])
  return counts.some((one) => one > 0)
}
