import { type WalletTransaction, walletTransactions } from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  JournalEntryModel,
  verifyBalances,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { balanceOf, pay, startTopUp, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { PAYMENT_POLL_MS: '60000' } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const expectBalance = (rupees: number) =>
  until(
    () => balanceOf(asha, user),
    (value) => value === rupees,
  )
const transactions = () => asha.call(walletTransactions, { params: { userid: user.userid } })
const mailsOf = (txnid: string) =>
  service.simulators.journal('mail').filter(({ subject }) => String(subject).endsWith(txnid))
const find = async (txnid: string) => (await WalletTransactionModel.findById(txnid))!

it('credits a top-up once, however often the gateway calls back', async () => {
  await upi({ webhook: { copies: 50 } })
  const id = await startTopUp(asha, user, 500)
  await pay(service, id)
  await expectBalance(500)
  const { checkCount } = (await find(id)).payment ?? { checkCount: 0 }
  await upi({ resendWebhook: { client_txn_id: id } })
  await until(
    async () => (await find(id)).payment?.checkCount ?? 0,
    (value) => value > checkCount,
  )
  expect(await balanceOf(asha, user)).toBe(500)
  expect(await JournalEntryModel.countDocuments({ ref: { $regex: `^${id}` } })).toBe(1)
})

it('shows its page the same as a later check does, with the balance after it, unchanged by mails', async () => {
  const id = await startTopUp(asha, user, 500)
  const socket = await asha.socket()
  const value: WalletTransaction[] = []
  socket.on('topup.updated', (transaction) => value.push(transaction))
  await socket.emitWithAck('topup.subscribe', { client_txn_id: id })
  await pay(service, id)
  await until(
    async () => [value.at(-1)?.status, (await find(id)).due.notify.at],
    ([status, notifyAt]) => status === 'Success' && notifyAt === null,
  )
  expect(mailsOf(id)).toHaveLength(1)
  expect(value.at(-1)).toMatchObject({ balanceAfter: 500 })
  expect([value.at(-1)]).toEqual(await transactions())
})

it('credits the amount that was paid when it differs from the requested one', async () => {
  const id = await startTopUp(asha, user, 500)
  await pay(service, id, '123.45')
  await expectBalance(123.45)
  expect(await transactions()).toMatchObject([{ txnid: id, status: 'Success', amount: 123.45 }])
})

it('credits a payment that arrives after the top-up has failed', async () => {
  const id = await startTopUp(asha, user, 500)
  await upi({ close: { client_txn_id: id } })
  await until(
    async () => (await find(id)).status,
    (status) => status === 'Failed',
  )
  await pay(service, id)
  await expectBalance(500)
  const { status, history } = await find(id)
  expect(status).toBe('Success')
  expect(history.map((row) => row.to)).toEqual(['Created', 'Failed', 'Success'])
})

it('credits a second payment as a transaction of its own', async () => {
  const id = await startTopUp(asha, user, 500)
  await upi({ payTwice: { client_txn_id: id } })
  await until(
    async () => (await find(id)).status,
    (status) => status === 'Success',
  )
  service.clock.advance(120_000)
  await expectBalance(1000)
  expect(await transactions()).toMatchObject([
    { status: 'Success', amount: 500, note: `Second payment for ${id}` },
    { txnid: id, status: 'Success', amount: 500 },
  ])
  const subjects = () => mailsOf(id).map(({ subject }) => String(subject))
  await until(
    async () => subjects().length,
    (count) => count >= 2,
  )
  expect(subjects()).toEqual([
    expect.stringMatching(/^₹500 added to your wallet/),
    expect.stringMatching(/^₹500 added to your wallet/),
  ])
  expect(mailsOf(id)[1]?.text).toContain('You paid twice for your top-up.')
})

it('fails without money after its deadline, and asks the gateway before it says so', async () => {
  const id = await startTopUp(asha, user, 500)
  await upi({ webhook: { lost: true } })
  await pay(service, id)
  const unpaid = await startTopUp(asha, user, 250)
  service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
  await expectBalance(500)
  await until(
    async () => (await find(unpaid)).status,
    (status) => status === 'Failed',
  )
})

it('stays open while the gateway does not answer, however late it is', async () => {
  const id = await startTopUp(asha, user, 500)
  const match = { client_txn_id: id }
  await upi({ next: { outcome: 'http500', call: 'check_order_status', times: 3, match } })
  for (const checkCount of [1, 2, 3]) {
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
    await until(
      async () => (await find(id)).payment?.checkCount ?? 0,
      (value) => value >= checkCount,
    )
    expect((await find(id)).status).toBe('Created')
  }
  service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
  await until(
    async () => (await find(id)).status,
    (status) => status === 'Failed',
  )
})
