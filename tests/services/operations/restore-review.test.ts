import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { confirmOrderPayment, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { RestorationModel } from '@jhatpat/shared/domain/recovery/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Review } from '../../../scripts/backup/review/review-restoration.ts'
import { balanceOf, buy, orderBody, pay } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { type BackupKit, createBackupKit } from './backup-kit.ts'

let service: Service
let kit: BackupKit
let shop: Shop
let customer: IUser
let person: Person

beforeAll(async () => {
  service = await startService({ workers: false })
  kit = await createBackupKit(service)
  shop = await insertShop()
})
afterEach(() => RestorationModel.deleteMany({}))
afterAll(async () => {
  await kit.remove()
  await service.stop()
})

/** An unpaid order that is here, and the record of the restoration at this moment. */
async function restoredOrder(): Promise<string> {
  customer = await insertCustomer()
  person = await service.as(customer)
  const id = await buy(person, orderBody(customer, shop.diamonds, { paymentmode: 'upi' }))
  const now = service.clock.now()
  await RestorationModel.create({
    _id: 'shop',
    backup: 'another tool',
    restoredTo: now,
    startedAt: now,
    completedAt: now,
  })
  return id
}

/** As the lost shop did after the restored moment: another attempt to pay the order, which was paid. */
async function payLater(id: string, attempt: string): Promise<void> {
  const created = await service.deps.gatewayOf('upigateway')?.createPayment({
    clientTxnId: attempt,
    amountPaise: 34_500,
    description: id,
    customer: { name: 'Asha', email: 'asha@shop.example', mobile: '' },
    redirectUrl: 'https://shop.example/',
  })
  expect(created).toMatchObject({ kind: 'created' })
  await pay(service, attempt)
}

async function review(...payments: string[]): Promise<Review> {
  const path = join(kit.folder, 'export.csv')
  writeFileSync(path, ['client_txn_id,amount', ...payments].join('\n'))
  const { stdout, stderr } = await kit.cli('restore:review', '--payments', path, '--json')
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

const stored = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc | null>())!

describe('a payment that was captured after the restored moment', () => {
  it('pays for its order once, although it was made by an attempt that is not here', async () => {
    const id = await restoredOrder()
    await payLater(id, `${id}R2`)
    const { knownPayments, unknownPayments } = await review(`${id}R2,345.00`)
    expect(unknownPayments).toEqual([])
    expect(knownPayments).toMatchObject([{ id, attempt: `${id}R2`, paise: 34_500 }])
    expect((await stored(id)).payment?.attempts.map((attempt) => attempt.id)).toEqual([id, `${id}R2`])
    await confirmOrderPayment(service.deps, await stored(id))
    expect(await stored(id)).toMatchObject({ status: 'Processing', payment: { state: 'paid' } })
    expect(await balanceOf(person, customer)).toBe(0)
    const again = await review(`${id}R2,345.00`)
    expect([again.knownPayments, again.unknownPayments]).toEqual([[], []])
  })

  it('is found at the gateway without an export, also after an attempt that the gateway refused', async () => {
    const id = await restoredOrder()
    await payLater(id, `${id}R3`)
    const { knownPayments } = await review()
    expect(knownPayments).toMatchObject([{ id, attempt: `${id}R3`, source: 'gateway' }])
    expect((await stored(id)).payment?.attempts.map((attempt) => attempt.id)).toEqual([
      id,
      `${id}R2`,
      `${id}R3`,
    ])
  })

  it('is found although another attempt at its order was paid, too', async () => {
    const id = await restoredOrder()
    await payLater(id, `${id}R2`)
    await review()
    await pay(service, id)
    const { knownPayments, unknownPayments, missing } = await review(`${id},345.00`, `${id}R2,345.00`)
    const ofOrder = knownPayments.filter((payment) => payment.id === id)
    expect(ofOrder.map(({ attempt, source }) => `${attempt} ${source}`).toSorted()).toEqual([
      `${id} gateway`,
      `${id}R2 gateway`,
    ])
    expect(unknownPayments).toEqual([])
    expect(missing.filter((one) => one.startsWith(id))).toEqual([])
  })

  it('is unknown here when its order is gone', async () => {
    await restoredOrder()
    const { unknownPayments } = await review('JP261129AAAAAAAAR2,"1,345.50"')
    expect(unknownPayments).toMatchObject([
      { id: 'JP261129AAAAAAAA', attempt: 'JP261129AAAAAAAAR2', paise: 134_550 },
    ])
  })

  it('is not listed again once a person has credited it by its id', async () => {
    await restoredOrder()
    const admin = await insertAdmin()
    const rows = ['JP261129BBBBBBBB,345.00', 'JP261129BBBBBBBBR2,345.00']
    const { unknownPayments } = await review(...rows)
    expect(unknownPayments.map(({ attempt }) => attempt)).toEqual(['JP261129BBBBBBBB', 'JP261129BBBBBBBBR2'])
    const [first, second] = unknownPayments.map(({ creditId }) => creditId)
    expect(first).not.toBe(second)
    const credit = ['--user', customer.email, '--amount', '345', '--reason', 'Paid', '--as', admin.email]
    for (let time = 0; time < 2; time += 1)
      expect(await kit.cli('wallet:adjust', ...credit, '--id', first!)).toMatchObject({ code: 0 })
    expect(await balanceOf(person, customer)).toBe(345)
    const again = await review(...rows.toReversed())
    expect(again.unknownPayments).toMatchObject([{ attempt: 'JP261129BBBBBBBBR2', creditId: second }])
  })

  it('is checked after the opening although the checks of its order had ended', async () => {
    const id = await restoredOrder()
    await pay(service, id)
    await OrderModel.updateOne({ _id: id }, { $set: { 'due.payment.at': null } })
    await review(`${id},345.00`)
    expect((await stored(id)).due.payment.at).toBeInstanceOf(Date)
  })
})

describe('an export of the gateway', () => {
  it('makes the review incomplete when the gateway does not confirm a payment for what is here', async () => {
    const id = await restoredOrder()
    const { knownPayments, unknownPayments, missing } = await review(`${id}R7,345.00`)
    expect(knownPayments.filter((payment) => payment.id === id)).toMatchObject([{ attempt: `${id}R7` }])
    expect(unknownPayments).toEqual([])
    expect(missing).toContain(`${id}R7: the gateway does not confirm it`)
  })

  it('is refused when a line has no payment, with its number', async () => {
    await restoredOrder()
    await expect(review('JP1,345.00', 'JP2,many')).rejects.toThrow('line 3 of')
    const path = join(kit.folder, 'other.csv')
    writeFileSync(path, 'id,rupees\n')
    expect(await kit.cli('restore:review', '--payments', path)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no CSV with the columns client_txn_id and amount'),
    })
  })
})
