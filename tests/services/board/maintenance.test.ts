import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { otpLogin } from '@jhatpat/shared/contracts/sign-up.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, refusalOf, startTopUp, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

// No workers run, so due tasks stay due.
beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

const order = () => buy(asha, orderBody(user, shop.diamonds, { paymentmode: 'wallet' }))
const overdue = () => meera.call(admin.maintenance)
const overdueOf = async (id: string) => (await overdue()).filter((row) => row.id === id)

/** One sweep, some seconds later; the jobs that it enqueued before are lost. */
async function sweepLater(): Promise<void> {
  service.clock.advance(4_000)
  for (const queue of Object.values(service.deps.queues.all)) await queue.drain()
  for (const kind of dueTasks) await sweep(kind, service.deps, 3_000)
}

describe('the list of overdue tasks', () => {
  it('leaves out tasks that are not due yet', async () => {
    const id = await order()
    expect(await overdueOf(id)).toEqual([])
    expect(await overdueOf(await startTopUp(asha, user, 500))).toEqual([])
  })

  it('shows a code that is not sent, without its recipient', async () => {
    await asha.call(otpLogin, { body: { mobile: user.mobilenumber } })
    service.clock.advance(20_000)
    const rows = (await overdue()).filter(({ kind }) => kind === 'notification')
    expect(rows).toMatchObject([{ task: 'notify', status: 'Waiting', reason: 'sign in code', sweepCount: 0 }])
    expect(JSON.stringify(rows)).not.toContain(user.mobilenumber)
  })

  it('shows the task, since when it is overdue, its state and the reason', async () => {
    const id = await order()
    const topUp = await startTopUp(asha, user, 500)
    service.clock.advance(30_000)
    const rows = await overdueOf(id)
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'order',
          task: 'fulfil',
          status: 'Processing',
          sweepCount: 0,
          reason: 'in progress',
        }),
        expect.objectContaining({ kind: 'order', task: 'notify' }),
      ]),
    )
    expect(await overdueOf(topUp)).toMatchObject([{ kind: 'topup', task: 'payment', status: 'Created' }])
    const times = (await overdue()).map((row) => row.dueAt)
    expect(times).toEqual([...times].sort())
  })

  it('keeps showing a task that is swept again and again, with its sweep count', async () => {
    const id = await order()
    for (let round = 0; round < 3; round += 1) await sweepLater()
    service.clock.advance(1_000)
    const row = (await overdueOf(id)).find(({ task }) => task === 'fulfil')
    expect(row?.sweepCount).toBeGreaterThanOrEqual(3)
  })

  it('is for admins only', async () => {
    expect(await refusalOf(asha.call(admin.maintenance))).toMatchObject({ status: 403 })
    expect(await refusalOf(service.guest.call(admin.maintenance))).toMatchObject({ status: 401 })
  })

  it('is empty again soon after a worker starts', async () => {
    const id = await order()
    service.clock.advance(20_000)
    expect(await overdueOf(id)).not.toEqual([])
    const workers = await service.startAnotherWorkers()
    await ends(asha, id, 'Completed')
    await until(overdue, (rows) => rows.length === 0)
    await workers.stop()
  })
})
