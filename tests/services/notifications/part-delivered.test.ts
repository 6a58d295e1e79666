import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../support/buying.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import {
  boughtWithLostAnswer,
  openStaffFixture,
  type StaffFixture,
  secondRejected,
} from '../board/unresolved-orders.ts'

let service: Service
let shop: Shop
let staff: StaffFixture
beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '600', SMILE_ACCOUNT_SHARED: 'true' },
  })
  shop = await insertShop()
  staff = await openStaffFixture(service)
})
afterAll(() => service.stop())

const mailsAbout = (id: string) =>
  service.simulators
    .journal('mail')
    .filter(({ text }) => String(text).includes(id))
    .map(({ subject, text }) => `${subject}\n${text}`)

const mailAbout = async (id: string, subject: string) =>
  (
    await until(
      async () => mailsAbout(id),
      (mails) => mails.some((mail) => mail.startsWith(subject)),
    )
  ).find((mail) => mail.startsWith(subject))

it('notifies the customer of a partly delivered bundle of what was delivered and refunded', async () => {
  const customer = await staff.newCustomer()
  const target = await staff.placeUnresolved(customer, shop.bundle, secondRejected)
  const { credited } = await staff.resolve(target, 'refund')
  const sentMail = await mailAbout(target.id, 'Partly delivered: Three packs')
  expect(sentMail).toContain('1 of 3 packs of Three packs was delivered to')
  expect(credited).toBeGreaterThan(0)
  expect(sentMail).toContain(`₹${credited} for the rest was refunded to your wallet.`)
  expect(mailsAbout(target.id).filter((mail) => mail.startsWith('Delivered: '))).toEqual([])
})

it('notifies the customer of an order with unknown outcome that staff check it, and then of its end', async () => {
  const customer = await staff.newCustomer()
  const target = await staff.placeUnresolved(customer, shop.diamonds, boughtWithLostAnswer)
  service.clock.advance(6_000)
  expect(await mailAbout(target.id, 'Payment received: ')).toContain('Our team is reviewing it.')
  await staff.resolve(target, 'delivered')
  expect(await mailAbout(target.id, 'Delivered: ')).toContain('86 Diamonds was delivered to')
})
