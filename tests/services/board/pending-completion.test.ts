import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as adminOrders from '@jhatpat/shared/contracts/admin-orders.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import { endedOrders } from '@jhatpat/shared/contracts/ended-orders.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  commitCompletion,
  fulfilOrder,
  notifyOrder,
  OrderModel,
  VaultModel,
} from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let imran: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
  imran = await service.as(await insertAdmin({ name: 'Imran' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 3 * 34_500)
  code = freshCode()
})

/** A code is delivered with one order only, so each test has its own. */
let code = [{ label: 'Code', value: '' }]
const freshCode = () => [{ label: 'Code', value: randomUUID() }]
const order = (listing = shop.manual) => buy(asha, orderBody(user, listing, { paymentmode: 'wallet' }))
const find = async (id: string) => (await OrderModel.findById(id).lean())!
const complete = (id: string, more: { codes?: typeof code } = {}, who = meera) =>
  who.call(admin.transitionOrder, {
    params: { id },
    body: { to: 'Completed', version: 1, undoable: true, reason: 'Seen in the game', ...more },
    idempotencyKey: randomUUID(),
  })
const undoCompletion = (id: string, who = meera) =>
  who.call(adminOrders.undoCompletion, { params: { id }, body: {}, idempotencyKey: randomUUID() })
const deliverCodes = (id: string, lines = code, reason?: string) =>
  meera.call(adminOrders.deliverCodesLater, {
    params: { id },
    body: { codes: lines, ...(reason && { reason }) },
    idempotencyKey: randomUUID(),
  })
/** Lets the five seconds pass and a worker take the job. */
async function closes(id: string): Promise<void> {
  service.clock.advance(5_000)
  await commitCompletion(service.deps, id, (await find(id)).due.completion.seq)
}
const vaultOf = (id: string) => VaultModel.countDocuments({ _id: `${id}-hand` })

describe('a pending completion', () => {
  it('leaves the order unchanged for five seconds, shows its admin, and sends no notification', async () => {
    const id = await order()
    const before = await find(id)
    const pending = await complete(id)
    expect(pending).toMatchObject({ status: 'Processing', pendingCompletion: { name: 'Meera' } })
    const { at, until } = (await find(id)).pendingCompletion!
    expect(until.getTime() - at.getTime()).toBe(5_000)
    expect(pending.pendingCompletion?.until).toBe(until.toISOString())
    const row = (await imran.call(processing)).find(({ orderid }) => orderid === id)
    expect(row?.pendingCompletion).toEqual(pending.pendingCompletion)
    expect((await look(asha, id)).status).toBe('Processing')
    expect((await find(id)).due.notify).toEqual(before.due.notify)
    expect(pending.staffActions.map(({ action }) => action)).toEqual(['complete'])
  })

  it('is committed once after that, as it was decided, without the admin’s browser', async () => {
    const id = await order()
    const pending = await complete(id, { codes: code })
    expect(pending).not.toHaveProperty('vault')
    const { seq } = (await find(id)).due.completion
    service.clock.advance(5_000)
    await Promise.all([1, 2, 3].map(() => commitCompletion(service.deps, id, seq)))
    const done = await find(id)
    expect(done).toMatchObject({
      status: 'Completed',
      pendingCompletion: null,
      due: { completion: { at: null } },
    })
    expect(done.reason).toBe('Seen in the game')
    expect(done.history.filter(({ to }) => to === 'Completed')).toHaveLength(1)
    expect(done.ended?.by).toBe(pending.pendingCompletion?.adminId)
    expect(done.staffActions.map(({ action }) => action)).toEqual(['complete'])
    const opened = await asha.call(revealSecret, { body: { client_txn_id: id, secret: 0 } })
    expect(opened.value).toBe(code[0]!.value)
  })

  it('can be undone only by its admin, and discards the entered codes', async () => {
    const id = await order()
    await complete(id, { codes: code })
    const { seq } = (await find(id)).due.completion
    expect(await vaultOf(id)).toBe(1)
    expect(await refusalOf(undoCompletion(id, imran))).toMatchObject({ code: 'order_assigned' })
    expect(await undoCompletion(id)).toMatchObject({ status: 'Processing', pendingCompletion: null })
    expect(await vaultOf(id)).toBe(0)
    service.clock.advance(5_000)
    await commitCompletion(service.deps, id, seq)
    expect((await find(id)).status).toBe('Processing')
    expect((await find(id)).staffActions.map(({ action }) => action)).toEqual(['complete', 'undo_completion'])
    expect(await refusalOf(undoCompletion(id))).toMatchObject({ code: 'order_changed' })
    await complete(id, { codes: [{ label: 'Code', value: 'SECOND' }] })
    await closes(id)
    expect((await asha.call(revealSecret, { body: { client_txn_id: id, secret: 0 } })).value).toBe('SECOND')
  })

  it('races with its undoing; one of the two takes effect, and the order shows which', async () => {
    for (let round = 0; round < 6; round += 1) {
      await giveMoney(user, 3 * 34_500)
      const id = await order()
      await complete(id, { codes: freshCode() })
      const { seq } = (await find(id)).due.completion
      const [undone] = await Promise.allSettled([undoCompletion(id), commitCompletion(service.deps, id, seq)])
      const { status, pendingCompletion } = await find(id)
      expect(pendingCompletion).toBeNull()
      expect(status).toBe(undone.status === 'fulfilled' ? 'Processing' : 'Completed')
      expect(await vaultOf(id)).toBe(status === 'Completed' ? 1 : 0)
    }
  })

  it('refuses every other decision meanwhile, with the reason', async () => {
    const id = await order()
    await complete(id)
    const body = { version: 1 }
    const others = [
      imran.call(admin.assignOrder, { params: { id }, body: { action: 'reassign' } }),
      meera.call(admin.assignOrder, { params: { id }, body: { action: 'unassign' } }),
      meera.call(admin.transitionOrder, { params: { id }, body: { ...body, to: 'Refunded' } }),
      imran.call(admin.updateOrder, { params: { orderId: id, newStatus: 'Cancelled' } }),
      complete(id, {}, imran),
    ]
    for (const refusal of await Promise.all(others.map(refusalOf))) {
      expect(refusal).toMatchObject({ status: 409, code: 'order_assigned' })
      expect(refusal.message).toBe('Meera is completing this order. Nothing was changed.')
    }
    await closes(id)
    expect((await find(id)).status).toBe('Completed')
  })

  it('defers the purchase, however late it runs, and resumes it when undone', async () => {
    const id = await order(shop.diamonds)
    await complete(id)
    service.clock.advance(11_000)
    await fulfilOrder(service.deps, id, (await find(id)).due.fulfil.seq)
    const { due, units, status } = await find(id)
    expect([status, units[0]?.state, units[0]?.attempt]).toEqual(['Processing', 'planned', 0])
    expect(due.fulfil.at!.getTime()).toBeGreaterThan(service.clock.now().getTime())
    await undoCompletion(id)
    const again = (await find(id)).due.fulfil.at!
    expect(again.getTime()).toBeLessThanOrEqual(service.clock.now().getTime())
    await complete(id)
    await closes(id)
    expect((await find(id)).due.fulfil.at).toBeNull()
  })

  it('waits for the answer of a supplier that is being called', async () => {
    const id = await order(shop.diamonds)
    await complete(id)
    await OrderModel.updateOne({ _id: id }, { 'units.0.state': 'sending' })
    await closes(id)
    const waiting = await find(id)
    expect(waiting).toMatchObject({ status: 'Processing', pendingCompletion: { name: 'Meera' } })
    expect(waiting.due.completion.at!.getTime()).toBeGreaterThan(waiting.pendingCompletion!.until.getTime())
    await OrderModel.updateOne({ _id: id }, { 'units.0.state': 'planned' })
    await closes(id)
    expect((await find(id)).status).toBe('Completed')
  })

  it('exists for Completed only', async () => {
    const id = await order()
    const body = { to: 'Refunded', version: 1, undoable: true } as const
    expect(await refusalOf(meera.call(admin.transitionOrder, { params: { id }, body }))).toMatchObject({
      code: 'invalid_request',
      field: 'undoable',
    })
  })
})

describe('codes that are added after Completed', () => {
  const completed = async () => {
    const id = await order()
    await complete(id)
    await closes(id)
    return id
  }

  it('are stored encrypted, announced to the customer by one mail, and recorded with their actor', async () => {
    const id = await completed()
    const row = await deliverCodes(id, code, 'Arrived late')
    expect(row.vault).toEqual([{ label: 'Code' }])
    expect(row.staffActions[0]).toMatchObject({
      action: 'add_codes',
      name: 'Meera',
      reason: 'Code: Arrived late',
    })
    for (let time = 0; time < 2; time += 1)
      await notifyOrder(service.deps, id, (await find(id)).due.notify.seq)
    const { notifications } = await find(id)
    expect(notifications.filter((one) => one.id === 'order_codes_added//mail')).toHaveLength(1)
    expect(JSON.stringify(notifications)).not.toContain(code[0]!.value)
    const opened = await asha.call(revealSecret, { body: { client_txn_id: id, secret: 0 } })
    expect(opened.value).toBe(code[0]!.value)
  })

  it('are stored once; of two admins’ codes the first are kept', async () => {
    const id = await completed()
    const lines = ['one', 'two'].map((value) => [{ label: 'PIN', value }])
    const done = await Promise.allSettled(lines.map((one) => deliverCodes(id, one)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(deliverCodes(id))).toMatchObject({ code: 'transition_not_allowed' })
    expect((await find(id)).vault).toHaveLength(1)
  })

  it('are refused for an order that is open or was refunded', async () => {
    const id = await order()
    expect(await refusalOf(deliverCodes(id))).toMatchObject({ code: 'transition_not_allowed' })
    await meera.call(admin.transitionOrder, { params: { id }, body: { to: 'Refunded', version: 1 } })
    expect(await refusalOf(deliverCodes(id))).toMatchObject({ code: 'transition_not_allowed' })
    expect(await vaultOf(id)).toBe(0)
  })
})

describe('an order that has left the board', () => {
  it('is listed with its status, time, reason and the admin who ended it', async () => {
    const id = await order()
    const open = await order()
    const body = { to: 'Cancelled' as const, version: 1, reason: 'Sold out' }
    await imran.call(admin.transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
    const [ended, ...others] = await meera.call(endedOrders, { query: { ids: `${id},${open}` } })
    expect(others).toEqual([])
    expect(ended).toMatchObject({
      orderid: id,
      itemname: 'Premium, 1 month',
      status: 'Cancelled',
      by: { kind: 'admin', name: 'Imran' },
      reason: 'Sold out',
      supplier: '',
    })
    expect(await refusalOf(asha.call(endedOrders, { query: { ids: id } }))).toMatchObject({ status: 403 })
  })
})

describe('an order of a code that is completed without one', () => {
  const reasonOf = async (id: string) => (await find(id)).staffActions.at(-1)?.reason
  const byOldCall = (orderId: string, reason?: string) =>
    meera.call(admin.updateOrder, { params: { orderId, newStatus: 'Completed', ...(reason && { reason }) } })

  it('records that in the staff action, also by the call of the specification', async () => {
    const [bare, stated, withCode] = [await order(), await order(), await order()]
    await byOldCall(bare)
    await byOldCall(stated, 'Sent by mail')
    await complete(withCode, { codes: code })
    expect(await reasonOf(bare)).toBe('without a code')
    expect(await reasonOf(stated)).toBe('Sent by mail, without a code')
    expect(await reasonOf(withCode)).toBe('Seen in the game')
    expect((await find(stated)).reason).toBe('Sent by mail')
  })
})
