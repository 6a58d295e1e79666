import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as adminOrders from '@jhatpat/shared/contracts/admin-orders.ts'
import { giveUpRedelivery, redeliverOrder } from '@jhatpat/shared/contracts/redeliveries.ts'
import { staffActionKinds } from '@jhatpat/shared/contracts/staff-actions.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { describe, expect, it } from 'vitest'
import { look, refusalOf } from '../../support/buying.ts'
import { decidedFields } from '../../support/decided-fields.ts'
import { withoutAuditLog } from '../audit/audit-trial.ts'
import { callsAboutOrders } from '../audit/writing-calls.ts'
import { writeAs } from '../orders/ticket-calls.ts'
import { decisionHistory } from './decision-history.ts'
import {
  boughtWithLostAnswer,
  type ExpectedUnit,
  lostBefore,
  secondRejected,
  setUpUnresolved,
} from './unresolved-orders.ts'

const at = setUpUnresolved()

const {
  find,
  auditOf,
  staffActionsOf,
  buyManual,
  assign,
  decide,
  requestRefund,
  update,
  manualOrder,
  mine,
  unknown,
  partly,
  withConflict,
  reported,
  withPendingCompletion,
  completed,
  empty,
  linesOf,
  withCode,
  answer,
  withText,
  reportedTwice,
  resolveSupplierConflict,
  longestWaiting,
  takeNext,
  assignTicketOf,
  reportedAndAssigned,
  inBatch,
  settle,
  applyList,
} = decisionHistory(at)

/** Every admin call that decides about an order, with each answer it accepts. */
type Act = {
  action: string
  ready: () => Promise<ExpectedUnit>
  run: (target: ExpectedUnit) => Promise<unknown>
  /** A repetition is another decision: about this order, or about the next one. */
  isAnother?: true
}

const acts: Record<string, Act[]> = {
  'POST /admin/orders/:id/assign': [
    { action: 'assign', ready: manualOrder, run: ({ id }) => assign(id) },
    { action: 'reassign', ready: mine, run: ({ id }) => assign(id, 'reassign', at.staff.imran) },
    { action: 'unassign', ready: mine, run: ({ id }) => assign(id, 'unassign') },
  ],
  'POST /admin/orders/:id/transition': [
    { action: 'complete', ready: manualOrder, run: ({ id }) => decide(id, 'Completed') },
    { action: 'refund', ready: manualOrder, run: ({ id }) => decide(id, 'Refunded') },
    { action: 'request_refund', ready: manualOrder, run: ({ id }) => requestRefund(id) },
    { action: 'cancel', ready: manualOrder, run: ({ id }) => decide(id, 'Cancelled') },
  ],
  'POST /admin/orders/:id/undo-completion': [
    {
      action: 'undo_completion',
      ready: withPendingCompletion,
      run: ({ id }) => at.staff.meera.call(adminOrders.undoCompletion, { params: { id }, ...empty }),
    },
  ],
  'POST /admin/orders/:id/codes': [
    {
      action: 'add_codes',
      ready: completed,
      run: ({ id }) =>
        at.staff.meera.call(adminOrders.deliverCodesLater, {
          params: { id },
          body: { codes: linesOf(id) },
          idempotencyKey: id,
        }),
    },
  ],
  'POST /admin/orders/:id/codes/replace': [
    {
      action: 'replace_code',
      ready: withCode,
      run: async ({ id }) =>
        at.staff.meera.call(adminOrders.replaceCode, {
          params: { id },
          body: {
            secret: 0,
            value: `NEXT-${id}`,
            reason: 'Used already',
            revision: (await find(id)).revision,
          },
          idempotencyKey: id,
        }),
    },
  ],
  'GET /admin/updateorder/:orderId/:newStatus{/:reason}': [
    { action: 'complete', ready: manualOrder, run: ({ id }) => update(id, 'Completed') },
    { action: 'refund', ready: manualOrder, run: ({ id }) => update(id, 'Refunded') },
    { action: 'cancel', ready: manualOrder, run: ({ id }) => update(id, 'Cancelled') },
  ],
  'POST /admin/orders/:id/resolve': [
    { action: 'delivered', ready: unknown, run: (target) => at.staff.resolve(target, 'delivered') },
    { action: 'retry_unit', ready: unknown, run: (target) => at.staff.resolve(target, 'retry_unit') },
    { action: 'refund', ready: unknown, run: (target) => at.staff.resolve(target, 'refund') },
    { action: 'refund_partly', ready: partly, run: (target) => at.staff.resolve(target, 'refund') },
  ],
  'POST /admin/orders/:id/ticket': [
    { action: 'ticket_delivered', ready: reported, run: ({ id }) => answer(id, 'delivered') },
    { action: 'ticket_explained', ready: reported, run: ({ id }) => answer(id, 'explained') },
    { action: 'refund', ready: reported, run: ({ id }) => answer(id, 'refunded') },
  ],
  'POST /admin/orders/:id/ticket/message': [
    {
      action: 'ticket_message',
      ready: reported,
      run: ({ id }) => writeAs(at.staff.meera, id, 'A little longer.'),
      isAnother: true,
    },
  ],
  'POST /admin/orders/:id/redelivery': [
    {
      action: 'ticket_redeliver',
      ready: reported,
      run: ({ id }) => at.staff.meera.call(redeliverOrder, withText(id)),
    },
  ],
  'POST /admin/orders/:id/redelivery/give-up': [
    {
      action: 'give_up_redelivery',
      ready: reportedTwice,
      run: ({ id }) => at.staff.meera.call(giveUpRedelivery, withText(id)),
    },
  ],
  'POST /admin/orders/:id/supplier-conflicts/resolve': [
    { action: 'resolve_conflict', ready: withConflict, run: ({ id }) => resolveSupplierConflict(id) },
  ],
  'POST /admin/processing/next': [
    { action: 'assign', ready: longestWaiting, run: takeNext, isAnother: true },
  ],
  'POST /admin/tickets/:id/assign': [
    { action: 'assign', ready: reported, run: ({ id }) => assignTicketOf(id, 'assign') },
    { action: 'unassign', ready: reportedAndAssigned, run: ({ id }) => assignTicketOf(id, 'unassign') },
  ],
  'POST /admin/unclear-batches/:id/resolve': [
    { action: 'refund', ready: inBatch, run: (target) => settle(target, 'refund') },
    { action: 'delivered', ready: inBatch, run: (target) => settle(target, 'delivered') },
  ],
  'POST /admin/unclear-batches/:id/list': [{ action: 'delivered', ready: inBatch, run: applyList }],
}

describe('every decision records a staff action', () => {
  it('and every call that decides about an order is covered here', () => {
    expect(Object.keys(acts).sort()).toEqual([...callsAboutOrders].sort())
    const tried = Object.values(acts).flatMap((list) => list.map(({ action }) => action))
    expect(new Set(tried)).toEqual(new Set(staffActionKinds))
  })

  const all = Object.entries(acts).flatMap(([call, list]) => list.map((one) => ({ ...one, call })))
  it.each(all)('once: $action by $call', async ({ action, ready, run, isAnother }) => {
    const target = await ready()
    const before = await staffActionsOf(target.id)
    const written = await auditOf(target.id)
    const isAssignment = action === 'assign' || action === 'unassign'
    if (!isAssignment) await expectOneTransaction(target, () => run(target))
    await run(target)
    const rows = await staffActionsOf(target.id)
    expect(rows).toHaveLength(before.length + 1)
    expect(rows.slice(0, -1)).toEqual(before)
    expect(rows.at(-1)).toMatchObject({ action, unit: target.unit.ref, attempt: target.unit.attempt })
    expect(rows.at(-1)?.by).toMatch(/^[0-9a-f]{24}$/)
    expect(['Meera', 'Imran']).toContain(rows.at(-1)?.name)
    const audited = (await auditOf(target.id)).slice(written.length)
    expect(audited.map((row) => row.action)).toEqual(isAssignment ? [] : [`order.${action}`])
    for (const { by, reason, from, requestId } of audited) {
      expect(by).toEqual({ userId: rows.at(-1)?.by, name: rows.at(-1)?.name })
      expect(reason).toBe(rows.at(-1)?.reason)
      expect(from).toMatch(/127\.0\.0\.1$/)
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    }
    if (isAnother) return
    await run(target).catch(() => {})
    expect(await staffActionsOf(target.id)).toEqual(rows)
    expect(await auditOf(target.id)).toEqual([...written, ...audited])
  })

  /** A decision is not made when its row cannot be written to the audit log. */
  async function expectOneTransaction({ id }: ExpectedUnit, run: () => Promise<unknown>): Promise<void> {
    const before = decidedFields((await find(id)).toObject())
    await withoutAuditLog(async () => expect(await refusalOf(run())).toMatchObject({ status: 500 }))
    expect(decidedFields((await find(id)).toObject())).toEqual(before)
  }

  it('and nothing is recorded without a decision: a renewal, a release of an order assigned to another, a refusal', async () => {
    const id = await buyManual()
    await assign(id, 'unassign')
    expect(await staffActionsOf(id)).toEqual([])
    await assign(id)
    await assign(id)
    await assign(id, 'reassign')
    await refusalOf(assign(id, 'assign', at.staff.imran))
    await refusalOf(decide(id, 'Completed', at.staff.imran))
    expect((await staffActionsOf(id)).map(({ action }) => action)).toEqual(['assign'])
  })

  it('once for one assignee when both admins press ten times at once', async () => {
    const id = await buyManual()
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        assign(id, 'assign', index % 2 ? at.staff.meera : at.staff.imran),
      ),
    )
    const { assignee: withPendingCompletion, staffActions } = await find(id)
    expect(staffActions.map(({ action, by }) => [action, by])).toEqual([
      ['assign', withPendingCompletion?.adminId],
    ])
  })

  it('once for each assignee when both admins reassign ten times at once', async () => {
    const id = await buyManual()
    const calls = Array.from({ length: 20 }, (_, index) =>
      assign(id, 'reassign', index % 2 ? at.staff.meera : at.staff.imran),
    )
    await Promise.allSettled(calls)
    const { assignee: withPendingCompletion, staffActions } = await find(id)
    const names = staffActions.map(({ name }) => name)
    expect(names.every((name, index) => name !== names[index - 1])).toBe(true)
    expect(names.at(-1)).toBe(withPendingCompletion?.name)
    expect(staffActions.map(({ action }) => action)).toEqual([
      'assign',
      ...names.slice(1).map(() => 'reassign'),
    ])
  })
})

describe('a staff action stores what the admin decided on', () => {
  it('the unit, its attempt, the balances around the purchase, the pending reason, and the given reason', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, boughtWithLostAnswer)
    await OrderModel.updateOne({ _id: target.id }, { $set: { 'units.0.cost': '6.25' } })
    const before = await find(target.id)
    const reply = await at.staff.resolve(target, 'delivered', { reason: 'In their list' })
    const unit = before.units[0]!
    expect(reply.staffActions).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        by: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Meera',
        action: 'delivered',
        unit: target.unit.ref,
        attempt: 1,
        context: {
          pendingReason: 'outcome_unknown',
          detail: before.pendingReason?.detail,
          unit: 'unknown',
          message: unit.message,
          cost: '6.25',
          balanceBefore: unit.balanceBefore,
          balanceAfter: unit.balanceAfter,
        },
        reason: 'In their list',
        amount: 0,
      },
    ])
    expect(unit.balanceAfter).not.toBe('')
    expect(unit.message).not.toBe('')
  })

  it('the refunded money, also for a refund of the whole order', async () => {
    const id = await buyManual()
    expect((await decide(id, 'Refunded')).staffActions[0]).toMatchObject({
      action: 'refund',
      amount: 345,
      unit: '',
      attempt: 0,
      reason: 'Seen in the chat',
      context: { pendingReason: 'manual', unit: '' },
    })
  })

  it('newest first for admins, and not at all for the customer', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    await assign(target.id)
    await at.staff.resolve(target, 'refund', { reason: 'Lost' })
    const { staffActions } = await find(target.id)
    expect(staffActions.map(({ action }) => action)).toEqual(['assign', 'refund'])
    const repeated = await refusalOf(decide(target.id, 'Completed'))
    expect(repeated.status).toBe(409)
    const shown = await look(at.customer.asha, target.id)
    expect(JSON.stringify(shown)).not.toContain('staffActions')
    expect(JSON.stringify(shown)).not.toContain('Meera')
  })

  it('while history entries are written for status transitions only', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    await assign(target.id)
    await at.staff.resolve(target, 'refund')
    const { history, version } = await find(target.id)
    expect(history.map((row) => row.version)).toEqual([1, 2])
    expect(version).toBe(2)
  })
})

describe('a unit is retried', () => {
  it.each([undefined, '', '   '])('only with a reason: not with %j', async (reason) => {
    const target = await unknown()
    const before = await find(target.id)
    const call = at.staff.meera.call(admin.resolveUnit, {
      params: { id: target.id },
      body: {
        unit: target.unit.ref,
        attempt: target.unit.attempt,
        answer: 'retry_unit' as const,
        ...(reason === undefined ? {} : { reason }),
      },
      idempotencyKey: randomUUID(),
    })
    expect(await refusalOf(call)).toMatchObject({ status: 400, code: 'invalid_request', field: 'reason' })
    expect(decidedFields((await find(target.id)).toObject())).toEqual(decidedFields(before.toObject()))
    expect(at.staff.sold(target.player)).toBe(0)
  })

  it('with its price in rupees and at the supplier shown to the admin', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
    expect(target.row.unitList.map(({ price }) => price)).toEqual([86.48, 172.02, 86.48])
    const costs = { 'units.0.cost': '100', 'units.1.cost': '50', 'units.2.cost': '80' }
    await OrderModel.updateOne({ _id: target.id }, { $set: costs })
    const unitList = (await at.staff.onBoard(target.id))?.unitList
    expect(unitList?.map(({ price, cost }) => [price, cost])).toEqual([
      [150, '100'],
      [75, '50'],
      [120, '80'],
    ])
  })
})
