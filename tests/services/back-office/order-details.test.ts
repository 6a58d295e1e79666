import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as calls from '@jhatpat/shared/contracts/order-details.ts'
import { staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { addNote, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { VendorCallModel } from '@jhatpat/shared/domain/vendor-calls/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { describe, expect, it } from 'vitest'
import { buy, ends, look, orderBody, pay, refusalOf, until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { setUpUnresolved, soldSilently } from '../board/unresolved-orders.ts'

const at = setUpUnresolved()

const pageOf = (id: string, who: Person = at.staff.meera) => who.call(calls.orderDetails, { params: { id } })
const note = (id: string, text: string, { who = at.staff.meera, key = randomUUID() } = {}) =>
  who.call(calls.addNote, { params: { id }, body: { text }, idempotencyKey: key })
const byHand = () =>
  buy(at.customer.asha, orderBody(at.customer.user, at.shop.byHand, { paymentmode: 'wallet' }))
const paidByUpi = async (input1: string) => {
  const id = await buy(at.customer.asha, orderBody(at.customer.user, at.shop.diamonds, { input1 }))
  await pay(at.service, id)
  await ends(at.customer.asha, id, 'Completed')
  return id
}
/** What each role is told. */
const byRole = async <T>(ask: (who: Person) => Promise<T>) => {
  const told = staffRoles.map(
    async (staffRole) =>
      [staffRole, await ask(await at.service.as(await insertAdmin({ staffRole })))] as const,
  )
  return Object.fromEntries(await Promise.all(told))
}
/** A worker has a second to write what it heard. */
const heard = (id: string, isSo: (page: calls.OrderDetailsResult) => boolean) => until(() => pageOf(id), isSo)

describe('an order’s page', () => {
  it('has what gateway and supplier were asked and answered, each call that did something and each answer once', async () => {
    const id = await paidByUpi('123456780')
    for (let again = 0; again < 3; again += 1) await look(at.customer.asha, id)
    const { vendorCalls, payment } = await heard(id, (page) =>
      page.vendorCalls.some(({ vendor }) => vendor === 'SMILEBR'),
    )
    expect(vendorCalls.filter(({ isAct }) => isAct).map(({ vendor, call }) => [vendor, call])).toEqual([
      ['upigateway', 'create_order'],
      ['SMILEBR', 'createorder'],
    ])
    const [link, ...others] = vendorCalls
    expect(link).toMatchObject({
      ref: id,
      asked: { amount: '345.00' },
      outcome: 'json',
      httpStatus: 200,
      count: 1,
    })
    const paid = others.find(({ answered }) => answered['data.status'] === 'success')
    expect(paid?.answered['data.upi_txn_id']).toBe(payment?.captures[0]?.bankReference)
    const bought = vendorCalls.find(({ call }) => call === 'createorder')
    expect(bought).toMatchObject({
      ref: `${id}-1`,
      asked: { userid: '123456780', zoneid: '1234', productid: expect.any(String) },
      answered: { status: '200' },
    })
    const unit = (await OrderModel.findById(id))!.units[0]!
    expect(Object.values(bought!.answered)).toContain(unit.supplierOrderId)
    const kept = JSON.stringify(await VendorCallModel.find({ subjectId: id }).lean())
    const { SMILE_KEY, SMILE_EMAIL, UPIGATEWAY_KEY } = at.service.env
    const { email, mobilenumber } = at.customer.user
    for (const secret of [SMILE_KEY, SMILE_EMAIL, UPIGATEWAY_KEY, email, mobilenumber]) {
      expect(kept).not.toContain(secret)
    }
  })

  it('counts an answer that comes again and again in one row', async () => {
    const id = await buy(at.customer.asha, orderBody(at.customer.user, at.shop.diamonds))
    const isAsked = ({ vendorCalls }: calls.OrderDetailsResult) =>
      vendorCalls.some(({ call, count }) => call === 'check_order_status' && count >= 3)
    const { vendorCalls } = await until(async () => {
      await look(at.customer.asha, id)
      return pageOf(id)
    }, isAsked)
    expect(vendorCalls.filter(({ call }) => call === 'check_order_status')).toHaveLength(1)
  })

  it('has the call without an answer, and its order on the board as the board has it', async () => {
    const { id } = await at.staff.park(at.customer, at.shop.diamonds, soldSilently)
    const page = await heard(id, ({ vendorCalls }) => vendorCalls.length > 0)
    expect(page.vendorCalls[0]).toMatchObject({
      ...{ call: 'createorder', outcome: 'lost', note: 'No answer within 0.6 s.', answered: {} },
      isAct: true,
    })
    expect(page.vendorCalls[0]!.tookMs).toBeGreaterThanOrEqual(600)
    expect(page.order).toEqual(await at.staff.onBoard(id))
    expect(page.customer).toMatchObject({ orders: 1, hasMore: false, refunded: 0, balance: 655 })
  })

  it('reads them from their index, however many there are of others', async () => {
    const id = await byHand()
    const others = Array.from({ length: 300 }, (_, n) => aVendorCall(`JP261120${String(n).padStart(8, '0')}`))
    await VendorCallModel.insertMany([...others, aVendorCall(id), aVendorCall(id)])
    const [read] = await queriesOf(VendorCallModel, () => pageOf(id))
    expect(read).toMatchObject({ plan: expect.stringMatching(/^IXSCAN/), documentsRead: 2 })
    expect(read!.sortsInMemory).toBe(false)
  })

  it('has the postings of the order alone, and says where they are not what the order says', async () => {
    const id = await byHand()
    const statement = (await pageOf(id)).statement!
    expect(statement.faults).toEqual([])
    expect(statement.entries.map(({ kind, ref }) => [kind, ref])).toEqual([['order_debit', id]])
    expect(statement.entries[0]!.postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    const set = (await JournalEntryModel.findById(`order_debit:${id}`).lean())!
    await JournalEntryModel.collection.deleteOne({ _id: set._id as never })
    const short = await pageOf(id)
    await JournalEntryModel.collection.insertOne(set as never)
    expect(short.statement).toMatchObject({
      entries: [],
      faults: [{ cause: `order_debit/${id}`, expected: -345, found: 0 }],
    })
  })

  it('has payment and refund with the points that came and went', async () => {
    const id = await paidByUpi('123456781')
    const { order, ...page } = await pageOf(id)
    const statement = page.statement!
    expect(statement.entries.map(({ kind }) => kind)).toEqual(['order_payment'])
    expect(statement.faults).toEqual([])
    expect(statement.points.map(({ points }) => points)).toEqual([order.points?.earned])
  })

  it('notes each admin who looks, once, and shows them to the next', async () => {
    const id = await byHand()
    await pageOf(id)
    await pageOf(id)
    const { views } = await pageOf(id, at.staff.imran)
    expect(views.map(({ by }) => by).toSorted()).toEqual(['Imran', 'Meera'])
    const rows = await AuditModel.find({ target: `order:${id}`, action: 'order.view' }).lean()
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ requestId: expect.stringMatching(/./), from: expect.stringMatching(/./) })
  })

  it('shows the customer’s purse to those alone who may see customers', async () => {
    const id = await byHand()
    expect(await byRole(async (who) => (await pageOf(id, who)).customer !== null)).toEqual({
      ...{ owner: true, finance: true, catalogue: false, operations: true, support: true },
    })
    expect(await refusalOf(pageOf(id, at.customer.asha))).toMatchObject({ code: 'forbidden' })
    expect(await refusalOf(pageOf('JP261120NOSUCHID'))).toMatchObject({ code: 'not_found' })
    expect(await AuditModel.countDocuments({ target: 'order:JP261120NOSUCHID' })).toBe(0)
  })
})

describe('what other calls guard, an order’s page guards too', () => {
  it('tells payers, discrepancies and postings to those alone who may see the statement of wallets', async () => {
    const id = await paidByUpi('123456783')
    const discrepancy = { id: `${id}/d`, kind: 'amount_changed', at: new Date(), known: '345', told: '344' }
    await OrderModel.collection.updateOne(
      { _id: id as never },
      {
        $set: {
          'payment.captures.0.payer': 'asha@upi',
          'payment.discrepancies': [
            { ...discrepancy, amountPaise: 34_400, inReviewPaise: 0, resolution: null },
          ],
        },
        // The look that follows each payment may be under way: as another's look would, this makes it read again.
        $inc: { 'payment.checkCount': 1 },
      },
    )
    const seen = await byRole(async (who) => {
      const { payment, statement } = await pageOf(id, who)
      return [payment?.captures[0]?.payer, payment?.discrepancies.length, statement !== null]
    })
    const [all, none] = [
      ['asha@upi', 1, true],
      ['', 0, false],
    ]
    expect(seen).toEqual({
      ...{ owner: all, finance: all, catalogue: none, operations: none, support: none },
    })
  })

  it('tells the assignee, staff actions and the supplier’s balance to those alone who may see the board', async () => {
    const id = await byHand()
    const [now, by] = [new Date(), { adminId: 'a', name: 'Meera', until: new Date(Date.now() + 600_000) }]
    const decision = { at: now, by: 'a', name: 'Meera', action: 'assign', unit: '', attempt: 0, reason: '' }
    const evidence = { pendingReason: '', detail: '', unit: '', message: '', cost: '' }
    const known = {
      ...decision,
      amountPaise: 0,
      context: { ...evidence, balanceBefore: '', balanceAfter: '' },
    }
    const set = {
      assignee: { ...by, since: now },
      pendingCompletion: { ...by, at: now },
      staffActions: [known],
    }
    await OrderModel.collection.updateOne({ _id: id as never }, { $set: set })
    const seen = await byRole(async (who) => {
      const told = [(await pageOf(id, who)).order, await note(id, 'Seen.', { who })]
      return told.map(({ assignee, pendingCompletion, staffActions }) => [
        assignee?.name,
        pendingCompletion?.name,
        staffActions.length,
      ])
    })
    const one = ['Meera', 'Meera', 1]
    const both = [one, one]
    const none = [undefined, undefined, 0]
    expect(seen).toEqual({
      ...{ owner: both, finance: both, catalogue: [none, none], operations: both, support: both },
    })
  })
})

describe('notes on an order', () => {
  it('stand once where a try died after its commit and the next one knows nothing of it', async () => {
    const id = await byHand()
    const admin = { userId: 'a1', name: 'Meera', role: 'admin' } as never
    const again = { id: 'ON261122AAAAAAAA', orderid: id, text: 'Called them.' }
    await addNote(at.service.deps, admin, again)
    await OrderModel.collection.updateOne({ _id: id as never }, {
      $push: { notes: { at: new Date(), by: 'a', name: 'Of before', text: 'x' } },
    } as never)
    const after = await addNote(at.service.deps, admin, again)
    expect(after.notes.map(({ text }) => text)).toEqual(['Called them.', 'x'])
    await Promise.all([1, 2].map(() => addNote(at.service.deps, admin, { ...again, id: 'ON261122BBBBBBBB' })))
    expect((await OrderModel.findById(id))?.notes).toHaveLength(3)
    expect(await AuditModel.countDocuments({ target: `order:${id}`, action: 'order.note' })).toBe(2)
  })

  it('stand for the admins, the customer sees none, and each is in the audit log', async () => {
    const id = await byHand()
    const socket = await at.staff.imran.socket()
    await socket.emitWithAck('board.subscribe', {})
    const told = new Promise<BoardOrder>((resolve) => {
      socket.on(
        'board.order_updated',
        (order) => order.orderid === id && order.noteSummary?.count && resolve(order),
      )
    })
    const key = randomUUID()
    await note(id, 'Asked their support by mail.', { key })
    await note(id, 'Asked their support by mail.', { key })
    expect((await told).noteSummary).toEqual({ count: 1, lastAt: expect.any(String) })
    expect(JSON.stringify(await told)).not.toContain('support by mail')
    const read = await at.staff.imran.call(calls.orderNotes, { params: { id } })
    expect(read.notes).toMatchObject([{ name: 'Meera', text: 'Asked their support by mail.' }])
    expect(await refusalOf(at.customer.asha.call(calls.orderNotes, { params: { id } }))).toMatchObject({
      code: 'forbidden',
    })
    await note(id, 'They answer tomorrow.', { who: at.staff.imran })
    expect((await pageOf(id)).notes?.map(({ name }) => name)).toEqual(['Meera', 'Imran'])
    expect(JSON.stringify(await look(at.customer.asha, id))).not.toContain('support by mail')
    const rows = await AuditModel.find({ target: `order:${id}`, action: 'order.note' })
      .sort({ at: 1 })
      .lean()
    expect(rows.map(({ after }) => after.note)).toEqual([
      'Asked their support by mail.',
      'They answer tomorrow.',
    ])
  })

  it('are none lost when many are written at once, and end at fifty', async () => {
    const id = await byHand()
    await Promise.all(Array.from({ length: 8 }, (_, n) => note(id, `Note ${n}`)))
    expect((await pageOf(id)).notes).toHaveLength(8)
    const more = Array.from({ length: 42 }, () => ({ at: new Date(), by: 'a', name: 'M', text: 'x' }))
    await OrderModel.updateOne({ _id: id }, { $push: { notes: { $each: more } } })
    expect(await refusalOf(note(id, 'One more'))).toMatchObject({ code: 'note_limit_reached' })
    expect(await AuditModel.countDocuments({ target: `order:${id}`, action: 'order.note' })).toBe(8)
  })
})

describe('an order’s evidence', () => {
  const read = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as one:
    assert one.testzip() is None
    print(json.dumps({name: one.read(name).decode() for name in one.namelist()}))
`

  it('is a zip of all that is known, and it is written down who took it', async () => {
    const id = await paidByUpi('123456782')
    await heard(id, ({ vendorCalls }) => vendorCalls.some(({ vendor }) => vendor === 'SMILEBR'))
    await note(id, 'For the bank.')
    const reply = await fetch(`${at.service.url}/api/admin/orders/${id}/record`, {
      headers: { authorization: `Bearer ${at.staff.meera.token}` },
    })
    expect(reply.headers.get('content-type')).toBe('application/zip')
    const path = join(tmpdir(), `${id}.zip`)
    writeFileSync(path, Buffer.from(await reply.arrayBuffer()))
    const files: Record<string, string> = JSON.parse(execFileSync('python3', ['-c', read, path]).toString())
    const named = [...files['README.txt']!.matchAll(/^([\w-]+\.json) /gm)].map(([, name]) => name)
    expect(Object.keys(files)).toEqual(['README.txt', ...named])
    const part = (name: string) => JSON.parse(files[`${name}.json`]!)
    const page = await pageOf(id)
    const acts = (all: calls.OrderDetailsResult['vendorCalls']) => all.filter(({ isAct }) => isAct)
    expect(acts(part('vendor-calls'))).toEqual(acts(page.vendorCalls))
    expect(acts(page.vendorCalls)).toHaveLength(2)
    expect(part('ledger')).toEqual(page.statement)
    expect(part('payment')).toMatchObject({ state: 'paid', captures: page.payment?.captures })
    expect(part('timeline')).toEqual(page.order.timeline)
    expect(part('order')).toMatchObject({ orderid: id, status: 'Completed', value: 345 })
    expect(part('staff-actions').notes).toMatchObject([{ text: 'For the bank.' }])
    const looked = part('audit').map(({ action }: { action: string }) => action)
    expect(looked).toEqual(['export', 'order.note', 'order.view'])
    expect(files['audit.json']).not.toMatch(/"(from|requestId)"/)
  })

  it('goes to nobody who may not take lists away', async () => {
    const id = await byHand()
    const support = await at.service.as(await insertAdmin({ staffRole: 'support' }))
    expect((await support.request(`/api/admin/orders/${id}/record`)).status).toBe(403)
    expect(await AuditModel.countDocuments({ target: `order:${id}`, action: 'export' })).toBe(0)
  })
})

function aVendorCall(of: string) {
  const when = new Date()
  return {
    ...{ _id: randomUUID(), subjectId: of, ref: of, vendor: 'SMILEBR', call: 'createorder', isAct: true },
    ...{ asked: {}, answered: {}, outcome: 'json' as const, httpStatus: 200, note: '', tookMs: 1 },
    ...{ firstAt: when, lastAt: when, count: 1 },
  }
}
