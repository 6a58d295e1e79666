import { randomUUID } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import { subscribeOrder } from '../../../scripts/demo/watch.ts'
import { personOf } from '../../support/person.ts'
import { pay } from './control-simulators.ts'

interface Purchase {
  url: string
  simulators: string
  email: string
  password: string
  product: string
  item: number
  rupees: number
}

/** One order paid by UPI and one from the wallet, each followed over a socket. Returns the statuses that arrived. */
export async function buyOverTls(to: Purchase): Promise<Record<string, string[]>> {
  const { token, user } = await personOf(to.url).call(login, {
    body: { email: to.email, password: to.password },
  })
  const customer = personOf(to.url, token)
  const body = {
    itemid: to.item,
    product_id: to.product,
    userid: user.userid,
    input2: 'Asia',
    key: 'storefront',
  }
  const follow = async (id: string) => {
    const statuses: string[] = []
    const page = await subscribeOrder(customer, id, (status) => statuses.push(status))
    return { completed: () => page.until(({ status }) => status === 'Completed', 'Completed'), statuses }
  }

  const upi = await customer.call(orders.createOrder, {
    body: { ...body, input1: '812000001', paymentmode: 'upi' },
    idempotencyKey: randomUUID(),
  })
  const upiPage = await follow(upi.data.client_txn_id)
  await pay(to.simulators, upi.data.client_txn_id)
  await upiPage.completed()

  await topUp(customer, to, user.userid)
  const fromWallet = await customer.call(orders.createWalletOrder, {
    body: { ...body, input1: '812000002', paymentmode: 'wallet' },
    idempotencyKey: randomUUID(),
  })
  const walletPage = await follow(fromWallet.client_txn_id)
  await walletPage.completed()
  const { balance } = await customer.call(wallet.walletBalance, { params: { userid: user.userid } })
  if (balance !== 100 - to.rupees)
    throw new Error(`The wallet has ₹${balance} after an order of ₹${to.rupees}.`)
  customer.close()
  return { upi: upiPage.statuses, wallet: walletPage.statuses }
}

async function topUp(customer: ReturnType<typeof personOf>, to: Purchase, userid: string): Promise<void> {
  const { data } = await customer.call(wallet.topUp, {
    body: { value: 100, userid },
    idempotencyKey: randomUUID(),
  })
  const socket = await customer.socket()
  const arrived = new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('The top-up did not arrive within 60 s.')), 60_000).unref()
    socket.on('topup.updated', ({ txnid, status }) => {
      if (txnid === data.client_txn_id && status === 'Success') resolve()
    })
  })
  await new Promise((done) => socket.emit('topup.subscribe', { client_txn_id: data.client_txn_id }, done))
  await pay(to.simulators, data.client_txn_id)
  await arrived
}
