import { randomUUID } from 'node:crypto'
import * as accounts from '@jhatpat/shared/contracts/accounts.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { saveMedia } from '@jhatpat/shared/domain/catalogue/index.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { NotificationModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { shardTime } from '@jhatpat/shared/platform/mongo-clock.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  balanceOf,
  buy,
  ends,
  giveMoney,
  orderBody,
  pay,
  refusalOf,
  startTopUp,
  until,
} from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { notById, type ProfiledCommand } from '../../support/writes-by-id.ts'
import {
  boughtWithLostAnswer,
  openStaffFixture,
  type StaffFixture,
  secondRejected,
} from '../board/unresolved-orders.ts'

let service: Service
let shop: Shop
let staff: StaffFixture
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '600', SMILE_ACCOUNT_SHARED: 'true' },
  })
  shop = await insertShop()
  staff = await openStaffFixture(service)
  ;({ user, asha } = await staff.newCustomer())
})
afterAll(() => service.stop())

async function completeOrdersAutomatically(): Promise<void> {
  const upi = await buy(asha, orderBody(user, shop.diamonds, { input1: '780000001' }))
  await pay(service, upi)
  await ends(asha, upi, 'Completed')
  const fromWallet = { input1: '780000002', paymentmode: 'wallet' as const }
  await ends(asha, await buy(asha, orderBody(user, shop.bundle, fromWallet)), 'Completed')
  const accepted = await buy(asha, orderBody(user, shop.crystals, { ...fromWallet, input2: 'Asia' }))
  await ends(asha, accepted, 'Completed')
  await service.simulators.control('upigateway', { next: { outcome: 'http500' } })
  await refusalOf(buy(asha, orderBody(user, shop.manual)))
  const wrong = await buy(asha, orderBody(user, shop.manual))
  await pay(service, wrong, '300')
  await ends(asha, wrong, 'Refunded')
  await service.simulators.control('smileone', {
    next: { outcome: 'refuse', match: { userid: '780000003' } },
  })
  const refused = { ...fromWallet, input1: '780000003' }
  await ends(asha, await buy(asha, orderBody(user, shop.diamonds, refused)), 'Refunded')
}

async function decisionsOnTheBoard(): Promise<void> {
  const handed = orderBody(user, shop.manual, { paymentmode: 'wallet' })
  for (const to of ['Completed', 'Refunded', 'Cancelled'] as const) {
    await giveMoney(user, 34_500)
    const params = { id: await buy(asha, handed) }
    await staff.meera.call(admin.assignOrder, { params, body: { action: 'assign' } })
    const body = { to, version: 1, reason: 'So it is' }
    await staff.meera.call(admin.transitionOrder, { params, body, idempotencyKey: randomUUID() })
  }
  await giveMoney(user, 100_000)
  await staff.resolve(
    await staff.placeUnresolved({ user, asha }, shop.diamonds, boughtWithLostAnswer),
    'delivered',
  )
  await staff.resolve(await staff.placeUnresolved({ user, asha }, shop.bundle, secondRejected), 'refund')
}

async function topUp(): Promise<void> {
  const before = await balanceOf(asha, user)
  await pay(service, await startTopUp(asha, user, 500))
  await until(
    () => balanceOf(asha, user),
    (rupees) => rupees === before + 500,
  )
}

async function signInAndOut(): Promise<void> {
  const neha = await insertCustomer()
  const body = { email: neha.email, password: testPassword }
  const { token } = await service.guest.call(accounts.login, { body })
  await service.withToken(token).call(accounts.logout, { body: {} })
  await service.as(neha)
  expect((await changeAccess(neha, {}, service.deps)).ended).toBe(1)
}

async function runBackgroundTasks(): Promise<void> {
  await saveMedia(Buffer.from(`<svg id="${randomUUID()}"/>`), 'image/svg+xml')
  await shardTime()
  await buy(asha, orderBody(user, shop.manual))
  for (const work of dueTasks) await sweep(work, service.deps, -60_000)
  await until(
    () => NotificationModel.countDocuments({ status: 'accepted', ref: /^JT/ }),
    (sent) => sent > 0,
  )
}

it('changes and deletes documents by their _id only, whatever happens in the shop', async () => {
  await completeOrdersAutomatically()
  await decisionsOnTheBoard()
  await topUp()
  await signInAndOut()
  await runBackgroundTasks()
  const profiled = await mongoose.connection
    .collection<ProfiledCommand & { client?: string }>('system.profile')
    .find({ client: { $exists: true }, op: { $in: ['update', 'remove', 'command'] } })
    .toArray()
  expect(profiled.map(notById).filter(Boolean)).toEqual([])
  const written = new Set(
    profiled
      .filter(({ op, command }) => op !== 'command' || (command && 'findAndModify' in command))
      .map(({ ns }) => ns.split('.').slice(1).join('.')),
  )
  expect([...written].sort()).toEqual(
    expect.arrayContaining([
      'clock',
      'idempotency_keys',
      'media',
      'notifications',
      'orders',
      'sessions',
      'wallet_transactions',
      'wallets',
    ]),
  )
}, 120_000)
