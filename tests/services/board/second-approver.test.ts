import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { adminLimits, approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import type { ApprovalDecision } from '@jhatpat/shared/contracts/realtime.ts'
import { openTicket, resolveTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { planUnits } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let meeraUser: IUser
let [asha, meera, imran, sana]: Person[] = []

beforeAll(async () => {
  service = await startService({ env: { REFUND_APPROVAL_ABOVE: '300' } })
  shop = await insertShop()
  imran = await service.as(
    await insertAdmin({ name: 'Imran', staffRole: 'operations' }),
    await service.startAnotherApi(),
  )
  sana = await service.as(await insertAdmin({ name: 'Sana', staffRole: 'support' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  meeraUser = await insertAdmin({ name: 'Meera', staffRole: 'operations' })
  meera = await service.as(meeraUser)
  user = await insertCustomer({ name: 'Arjun Nair' })
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
/** For ₹345. */
const ordered = () => buy(asha!, orderBody(user, shop.manual, { paymentmode: 'wallet' }))

type DecideInput = { who?: Person | undefined; to?: 'Completed' | 'Refunded'; requestApproval?: true }
async function decide(id: string, { who = meera, to = 'Refunded', requestApproval }: DecideInput = {}) {
  const { version } = await find(id)
  const body = { to, version, reason: 'Wrong server', ...(requestApproval ? { requestApproval } : {}) }
  return who!.call(admin.transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
}
async function refundRequest(): Promise<{ id: string; request: string }> {
  const id = await ordered()
  await decide(id, { requestApproval: true })
  return { id, request: await requestOf(id) }
}
const requestOf = async (id: string) =>
  (await ApprovalRequestModel.findOne({ 'refund.orderid': id }).lean())!._id
const answer = (request: string, who = imran, word: 'approve' | 'reject' | 'withdraw' = 'approve') =>
  who!.call(decideApprovalRequest, {
    params: { id: request },
    body: { decision: word, reason: 'Not proven' },
    idempotencyKey: randomUUID(),
  })
const rupees = () => balanceOf(asha!, user)
const done = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length

describe('a manual refund above the limit', () => {
  it('is requested and not made by one admin, and changes nothing before the approval', async () => {
    const id = await ordered()
    expect(await refusalOf(decide(id))).toMatchObject({
      status: 409,
      code: 'approval_required',
      message: 'A refund above ₹300 needs approval. Nothing was refunded. Request approval.',
    })
    const byOldCall = { params: { orderId: id, newStatus: 'Refunded', reason: 'x' } } as const
    expect(await refusalOf(meera!.call(admin.updateOrder, byOldCall))).toMatchObject({
      code: 'approval_required',
    })
    await decide(id, { requestApproval: true })
    const { status, staffActions } = await find(id)
    expect(status).toBe('Processing')
    expect(staffActions.map(({ action, name, reason }) => [action, name, reason])).toEqual([
      ['request_refund', 'Meera', 'Wrong server'],
    ])
    expect(await rupees()).toBe(655)
    const [request] = (await imran!.call(approvalRequests, { query: {} })).filter(
      ({ refund }) => refund?.orderid === id,
    )
    expect(request).toMatchObject({
      kind: 'refund',
      state: 'pending',
      amount: 345,
      balance: 655,
      name: 'Arjun Nair',
      reason: 'Wrong server',
      askedBy: { name: 'Meera' },
      refund: { itemname: 'Premium, 1 month', unit: '', resolvesTicket: false },
    })
    expect(request?.refund?.isChanged).toBeUndefined()
    expect(await meera!.call(adminLimits, {})).toEqual({ refundLimit: 300 })
    expect(await sana!.call(adminLimits, {})).toEqual({ refundLimit: 0 })
  })

  it('is made with the approval in one step, and the ledger names both people', async () => {
    const { id, request } = await refundRequest()
    expect(await answer(request)).toEqual({
      message: `₹345 of ${id} is in Arjun Nair’s wallet.`,
      balance: 1_000,
    })
    const { status, reason, staffActions } = await find(id)
    expect({ status, reason }).toEqual({ status: 'Refunded', reason: 'Wrong server' })
    expect(staffActions.at(-1)).toMatchObject({
      action: 'refund',
      name: 'Imran',
      amountPaise: 34_500,
      reason: 'Wrong server, asked by Meera',
    })
    const [decided] = await meera!.call(approvalRequests, { query: { which: 'decided' } })
    expect(decided).toMatchObject({ id: request, state: 'approved', decided: { name: 'Imran' } })
  })

  it('needs approval above the limit, and not at the limit', async () => {
    const refundOf = async (discountedPaise: number) => {
      const product = { name: `Even ${discountedPaise}`, type: 'MLBB', apiType: 'SMILEPH' } as const
      const listing = await insertProductWithItem(product, {
        name: 'Pack',
        itemidarray: ['212'],
        discountedPaise,
      })
      return decide(await buy(asha!, orderBody(user, listing, { paymentmode: 'wallet' })))
    }
    await refundOf(30_000)
    expect(await refusalOf(refundOf(30_001))).toMatchObject({ code: 'approval_required' })
  })

  it('cannot be approved by the person who requested it, through any session or call', async () => {
    const { id, request } = await refundRequest()
    const again = await service.as(meeraUser, await service.startAnotherApi())
    await UserModel.updateOne({ _id: meeraUser._id }, { staffRole: 'owner' })
    for (const who of [meera, again]) {
      expect(await refusalOf(answer(request, who))).toMatchObject({ status: 403, code: 'own_approval' })
      expect(await refusalOf(decide(id, { who }))).toMatchObject({ code: 'approval_required' })
    }
    expect(await rupees()).toBe(655)
  })

  it('cannot be approved without the permission to refund, or after the role was removed', async () => {
    const { id, request } = await refundRequest()
    const finance = await service.as(await insertAdmin({ staffRole: 'finance' }))
    for (const who of [sana, finance]) {
      expect(await refusalOf(answer(request, who))).toMatchObject({ status: 403, code: 'role_not_permitted' })
    }
    const leaving = await insertAdmin({ staffRole: 'operations' })
    const withoutPermission = await service.as(leaving)
    await UserModel.updateOne({ _id: leaving._id }, { staffRole: 'support' })
    expect(await refusalOf(answer(request, withoutPermission))).toMatchObject({ status: 403 })
    expect((await find(id)).status).toBe('Processing')
  })

  it('lapses when the person who requested it loses the permission', async () => {
    const { id, request } = await refundRequest()
    const gone = { isBlocked: true, sessionsValidFrom: new Date() }
    await UserModel.updateOne({ _id: meeraUser._id }, gone)
    expect(await refusalOf(answer(request))).toMatchObject({
      code: 'approval_closed',
      message: expect.stringMatching(/^Meera is no longer a staff member/),
    })
    expect((await find(id)).status).toBe('Processing')
    expect((await ApprovalRequestModel.findById(request).lean())?.state).toBe('pending')
    expect(await rupees()).toBe(655)
  })

  it('is made once when two others approve ten times at once', async () => {
    const { id, request } = await refundRequest()
    const tenzin = await service.as(await insertAdmin({ staffRole: 'owner' }))
    const calls = Array.from({ length: 10 }, (_, index) => answer(request, index % 2 ? imran : tenzin))
    expect(await done(calls)).toBe(1)
    expect((await find(id)).staffActions.filter(({ action }) => action === 'refund')).toHaveLength(1)
    expect(await rupees()).toBe(1_000)
  })

  it('can be withdrawn only by the person who requested it; of a withdrawal and an approval at once, one wins', async () => {
    const { id, request } = await refundRequest()
    expect(await refusalOf(answer(request, imran, 'withdraw'))).toMatchObject({ status: 403 })
    const word = await done([answer(request, meera, 'withdraw'), answer(request)])
    expect(word).toBe(1)
    const state = (await ApprovalRequestModel.findById(request).lean())?.state
    expect((await find(id)).status).toBe(state === 'approved' ? 'Refunded' : 'Processing')
    expect(await rupees()).toBe(state === 'approved' ? 1_000 : 655)
  })

  it('is requested once when two admins request it at once, and can be requested again after a rejection', async () => {
    const id = await ordered()
    await done([decide(id, { requestApproval: true }), decide(id, { who: imran, requestApproval: true })])
    const open = await ApprovalRequestModel.find({ 'refund.orderid': id, state: 'pending' }).lean()
    expect(open).toHaveLength(1)
    const [mine, other] = open[0]!.askedBy.name === 'Meera' ? [meera, imran] : [imran, meera]
    await decide(id, { who: mine, requestApproval: true })
    expect(await refusalOf(decide(id, { who: other, requestApproval: true }))).toMatchObject({
      code: 'approval_pending',
    })
    await answer(open[0]!._id, other, 'reject')
    await decide(id, { who: mine, requestApproval: true })
    expect(await ApprovalRequestModel.countDocuments({ 'refund.orderid': id })).toBe(2)
    const [refused] = (await mine!.call(approvalRequests, { query: { which: 'decided' } })).filter(
      ({ refund }) => refund?.orderid === id,
    )
    expect(refused).toMatchObject({ state: 'rejected', decided: { reason: 'Not proven' } })
  })
})

describe('an approval of an order that has changed', () => {
  it('is refused, and the list shows the change beforehand', async () => {
    const { id, request } = await refundRequest()
    await decide(id, { to: 'Completed' })
    const [listed] = (await imran!.call(approvalRequests, { query: {} })).filter(
      ({ id: one }) => one === request,
    )
    expect(listed?.refund?.isChanged).toBe(true)
    expect(await refusalOf(answer(request))).toMatchObject({ status: 409, code: 'order_changed' })
    expect((await find(id)).status).toBe('Completed')
    expect((await ApprovalRequestModel.findById(request).lean())?.state).toBe('pending')
    expect(await rupees()).toBe(655)
  })

  it('races with a delivery, and only one of them takes effect', async () => {
    const { id, request } = await refundRequest()
    await done([answer(request), decide(id, { to: 'Completed' })])
    const { status } = await find(id)
    const { state } = (await ApprovalRequestModel.findById(request).lean())!
    expect([status, state]).toEqual(
      status === 'Refunded' ? ['Refunded', 'approved'] : ['Completed', 'pending'],
    )
    expect(await rupees()).toBe(status === 'Refunded' ? 1_000 : 655)
  })

  it('succeeds while the order is assigned to the requester, and waits while it is assigned to a third person', async () => {
    const { id, request } = await refundRequest()
    const assign = (who: Person, action: 'assign' | 'reassign') =>
      who.call(admin.assignOrder, { params: { id }, body: { action } })
    const tenzin = await service.as(await insertAdmin({ name: 'Tenzin' }))
    await assign(tenzin, 'assign')
    expect(await refusalOf(answer(request))).toMatchObject({
      code: 'order_assigned',
      message: expect.stringContaining('Tenzin'),
    })
    await assign(meera!, 'reassign')
    await answer(request)
    expect((await find(id)).status).toBe('Refunded')
  })
})

/** Sets the states of an order's units. */
const setUnitStates = (id: string, states: readonly ('planned' | 'delivered' | 'rejected' | 'sending')[]) => {
  const units = planUnits(id, ['1', '2']).slice(0, states.length)
  const $set = { units: units.map((unit, at) => ({ ...unit, attempt: 1, state: states[at] })) }
  return OrderModel.updateOne({ _id: id }, { $set, $inc: { revision: 1 } })
}

describe('a second approver and the requester', () => {
  it('see the same evidence, an unknown outcome above all', async () => {
    const id = await ordered()
    const units = planUnits(id, ['1']).map((unit) => ({
      ...unit,
      attempt: 1,
      state: 'unknown',
      message: 'No answer in time',
      balanceBefore: '60487.6',
      balanceAfter: '60365.6',
    }))
    const pendingReason = {
      kind: 'outcome_unknown',
      since: new Date(),
      detail: 'Smile.one BR',
      needsAction: true,
    }
    await OrderModel.updateOne({ _id: id }, { $set: { units, pendingReason }, $inc: { revision: 1 } })
    const body = { unit: units[0]!.ref, attempt: 1, answer: 'refund', requestApproval: true } as const
    await meera!.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    const request = await requestOf(id)
    const evidence = {
      kind: 'outcome_unknown',
      detail: 'Smile.one BR',
      supplierBalance: { before: '60487.6', after: '60365.6' },
      units: [{ state: 'unknown', message: 'No answer in time' }],
    }
    for (const person of [imran!, meera!]) {
      const listed = (await person.call(approvalRequests, { query: {} })).find((one) => one.id === request)
      expect(listed?.refund?.evidence).toEqual(evidence)
    }
    await answer(request)
    const decided = await imran!.call(approvalRequests, { query: { which: 'decided' } })
    expect(decided.find((one) => one.id === request)?.refund?.evidence).toBeUndefined()
  })

  it('are in touch: a decision reaches the open page of the requester within a second', async () => {
    const socket = await meera!.socket()
    const received: ApprovalDecision[] = []
    socket.on('approval.decided', (decision) => received.push(decision))
    const agreed = await refundRequest()
    await answer(agreed.request)
    const refused = await refundRequest()
    await answer(refused.request, imran, 'reject')
    const own = await refundRequest()
    await answer(own.request, meera, 'withdraw')
    await expect.poll(() => received.length, { timeout: 1_000 }).toBe(2)
    expect(received).toEqual([
      expect.objectContaining({ id: agreed.request, kind: 'refund', state: 'approved', by: 'Imran' }),
      {
        id: refused.request,
        kind: 'refund',
        state: 'rejected',
        by: 'Imran',
        reason: 'Not proven',
        name: 'Arjun Nair',
        amount: 345,
      },
    ])
  })
})

describe('an approval of a refund whose units have changed', () => {
  it('is refused when a unit was bought since, though the status is the same', async () => {
    const id = await ordered()
    await setUnitStates(id, ['planned'])
    await decide(id, { requestApproval: true })
    const bought = { 'units.0.state': 'sending', 'units.0.supplierOrderId': 'S1', 'units.0.attempt': 2 }
    await OrderModel.updateOne({ _id: id }, { $set: bought, $inc: { revision: 1 } })
    const request = await requestOf(id)
    const listed = (await imran!.call(approvalRequests, { query: {} })).find((one) => one.id === request)
    expect(listed?.refund?.isChanged).toBe(true)
    expect(await refusalOf(answer(request))).toMatchObject({ status: 409, code: 'order_changed' })
    expect(await rupees()).toBe(655)
  })

  it('counts a partial refund that was made alone before', async () => {
    const id = await ordered()
    await setUnitStates(id, ['delivered', 'rejected'])
    const body = { unit: (await find(id)).units[1]!.ref, attempt: 1, answer: 'refund', amount: 200 } as const
    await meera!.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    expect(await rupees()).toBe(855)
    expect(await refusalOf(decide(id))).toMatchObject({
      code: 'approval_required',
      message: expect.stringContaining('above ₹100 '),
    })
    await decide(id, { requestApproval: true })
    await answer(await requestOf(id))
    expect(await rupees()).toBe(1_000)
  })
})

describe('a refund of an admin’s own order', () => {
  it('needs a third person, whatever the amount, and cannot be approved by its customer', async () => {
    await giveMoney(meeraUser, 100_000)
    const product = { name: 'Odd', type: 'MLBB', apiType: 'SMILEPH' } as const
    const cheap = await insertProductWithItem(product, {
      name: 'Pack',
      itemidarray: ['212'],
      discountedPaise: 10_001,
    })
    const id = await buy(meera!, orderBody(meeraUser, cheap, { paymentmode: 'wallet' }))
    expect(await refusalOf(decide(id))).toMatchObject({
      code: 'approval_required',
      message: expect.stringMatching(/^This needs approval/),
    })
    await decide(id, { who: imran, requestApproval: true })
    expect(await refusalOf(answer(await requestOf(id), meera))).toMatchObject({ code: 'own_approval' })
    expect((await find(id)).status).toBe('Processing')
    await answer(await requestOf(id), await service.as(await insertAdmin()))
    expect((await find(id)).status).toBe('Refunded')
  })
})

describe('a second request for the same order', () => {
  it('replaces an earlier request of another kind, and returns an equal one', async () => {
    const { id, request } = await refundRequest()
    await decide(id, { requestApproval: true })
    expect(await ApprovalRequestModel.countDocuments({ 'refund.orderid': id })).toBe(1)
    await decide(id, { to: 'Completed' })
    await decide(id, { requestApproval: true })
    await decide(id, { requestApproval: true })
    const both = await ApprovalRequestModel.find({ 'refund.orderid': id }).sort({ askedAt: 1 }).lean()
    expect(both.map(({ state }) => state)).toEqual(['withdrawn', 'pending'])
    expect(both[0]).toMatchObject({ _id: request, decided: { name: 'Meera', reason: 'Asked for anew' } })
    await answer(both[1]!._id)
    expect((await find(id)).status).toBe('Refunded')
  })
})

describe('an admin with tickets and without refunds', () => {
  it('requests a refund of any amount; the ticket stays open until the approval and is resolved by it', async () => {
    const id = await ordered()
    await decide(id, { to: 'Completed' })
    await asha!.call(openTicket, {
      params: { client_txn_id: id },
      body: { issue: 'not_received' },
      idempotencyKey: randomUUID(),
    })
    const refund = (requestApproval?: true) =>
      sana!.call(resolveTicket, {
        params: { id },
        body: {
          resolution: 'refunded',
          text: 'You were right',
          ...(requestApproval ? { requestApproval } : {}),
        },
        idempotencyKey: randomUUID(),
      })
    expect(await refusalOf(refund())).toMatchObject({ status: 403, code: 'role_not_permitted' })
    await refund(true)
    expect((await look(asha!, id)).ticket?.status).toBe('open')
    await answer(await requestOf(id))
    expect(await look(asha!, id)).toMatchObject({
      status: 'Refunded',
      ticket: { resolution: { kind: 'refunded', text: 'You were right' } },
    })
    expect(await rupees()).toBe(1_000)
  })
})
