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
import { VendorCallBlockModel } from '@jhatpat/shared/domain/vendor-calls/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { Types } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, ends, look, orderBody, pay, refusalOf, until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { boughtWithLostAnswer, setUpUnresolved } from '../board/unresolved-orders.ts'

const at = setUpUnresolved()

const pageOf = (id: string, who: Person = at.staff.meera) => who.call(calls.orderDetails, { params: { id } })
const note = (id: string, text: string, { who = at.staff.meera, key = randomUUID() } = {}) =>
  who.call(calls.addNote, { params: { id }, body: { text }, idempotencyKey: key })
const buyManually = () =>
  buy(at.customer.asha, orderBody(at.customer.user, at.shop.manual, { paymentmode: 'wallet' }))
const paidByUpi = async (input1: string) => {
  const id = await buy(at.customer.asha, orderBody(at.customer.user, at.shop.diamonds, { input1 }))
  await pay(at.service, id)
  await ends(at.customer.asha, id, 'Completed')
  return id
}
/** What each role is shown. */
const byRole = async <T>(readPage: (who: Person) => Promise<T>) => {
  const replies = staffRoles.map(
    async (staffRole) =>
      [staffRole, await readPage(await at.service.as(await insertAdmin({ staffRole })))] as const,
  )
  return Object.fromEntries(await Promise.all(replies))
}
/** A worker takes a second to write recorded vendor calls. */
const untilRecorded = (id: string, matches: (page: calls.OrderDetailsResult) => boolean) =>
  until(() => pageOf(id), matches)

describe('order details', () => {
  it('have the calls to gateway and supplier with their answers: each call with an effect and each answer once', async () => {
    const id = await paidByUpi('123456780')
    for (let again = 0; again < 3; again += 1) await look(at.customer.asha, id)
    const { vendorCalls, payment } = await untilRecorded(id, (page) =>
      page.vendorCalls.some(({ vendor }) => vendor === 'SMILEBR'),
    )
    expect(vendorCalls.filter(({ isAct }) => isAct).map(({ vendor, call }) => [vendor, call])).toEqual([
      ['upigateway', 'create_order'],
      ['SMILEBR', 'createorder'],
    ])
    const [attemptCall, ...others] = vendorCalls
    expect(attemptCall).toMatchObject({
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
    const stored = JSON.stringify(await VendorCallBlockModel.find({ subjectIds: id }).lean())
    const { SMILE_KEY, SMILE_EMAIL, UPIGATEWAY_KEY } = at.service.env
    const { email, mobilenumber } = at.customer.user
    for (const secret of [SMILE_KEY, SMILE_EMAIL, UPIGATEWAY_KEY, email, mobilenumber]) {
      expect(stored).not.toContain(secret)
    }
  })

  it('count a repeated answer in one row', async () => {
    const id = await buy(at.customer.asha, orderBody(at.customer.user, at.shop.diamonds))
    const isAsked = ({ vendorCalls }: calls.OrderDetailsResult) =>
      vendorCalls.some(({ call, count }) => call === 'check_order_status' && count >= 3)
    const { vendorCalls } = await until(async () => {
      await look(at.customer.asha, id)
      return pageOf(id)
    }, isAsked)
    expect(vendorCalls.filter(({ call }) => call === 'check_order_status')).toHaveLength(1)
  })

  it('have a call without an answer, and the order’s row on the board', async () => {
    const { id } = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, boughtWithLostAnswer)
    const page = await untilRecorded(id, ({ vendorCalls }) => vendorCalls.length > 0)
    expect(page.vendorCalls[0]).toMatchObject({
      call: 'createorder',
      outcome: 'lost',
      note: 'No answer within 0.6 s.',
      answered: {},
      isAct: true,
    })
    expect(page.vendorCalls[0]!.tookMs).toBeGreaterThanOrEqual(600)
    expect(page.order).toEqual(await at.staff.onBoard(id))
    expect(page.customer).toMatchObject({ orders: 1, hasMore: false, refunded: 0, balance: 655 })
  })

  it('are read from their index, however many calls of other orders there are', async () => {
    const id = await buyManually()
    const others = Array.from({ length: 300 }, (_, n) => aVendorCall(`JP261120${String(n).padStart(8, '0')}`))
    await VendorCallBlockModel.insertMany([...others, aVendorCall(id), aVendorCall(id)])
    const [read] = await queriesOf(VendorCallBlockModel, () => pageOf(id))
    expect(read).toMatchObject({ plan: expect.stringMatching(/^IXSCAN/), documentsRead: 2 })
    expect(read!.sortsInMemory).toBe(false)
  })

  it('have the postings of the order only, and report where they differ from the order', async () => {
    const id = await buyManually()
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

  it('have payment and refund with the points given and revoked', async () => {
    const id = await paidByUpi('123456781')
    const { order, ...page } = await pageOf(id)
    const statement = page.statement!
    expect(statement.entries.map(({ kind }) => kind)).toEqual(['order_payment'])
    expect(statement.faults).toEqual([])
    expect(statement.points.map(({ points }) => points)).toEqual([order.points?.earned])
  })

  it('record each admin’s view once, and show it to the next admin', async () => {
    const id = await buyManually()
    await pageOf(id)
    await pageOf(id)
    const { views } = await pageOf(id, at.staff.imran)
    expect(views.map(({ by }) => by).toSorted()).toEqual(['Imran', 'Meera'])
    const rows = await auditRows({ target: `order:${id}`, action: 'order.view' })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ requestId: expect.stringMatching(/./), from: expect.stringMatching(/./) })
  })

  it('show the customer’s balance only to admins with access to customers', async () => {
    const id = await buyManually()
    expect(await byRole(async (who) => (await pageOf(id, who)).customer !== null)).toEqual({
      owner: true,
      finance: true,
      catalogue: false,
      operations: true,
      support: true,
    })
    expect(await refusalOf(pageOf(id, at.customer.asha))).toMatchObject({ code: 'forbidden' })
    expect(await refusalOf(pageOf('JP261120NOSUCHID'))).toMatchObject({ code: 'not_found' })
    expect(await AuditModel.countDocuments({ target: 'order:JP261120NOSUCHID' })).toBe(0)
  })
})

describe('permissions for parts of the order details', () => {
  it('show payers, discrepancies and postings only with access to wallet statements', async () => {
    const id = await paidByUpi('123456783')
    const discrepancy = {
      id: `${id}/d`,
      kind: 'amount_changed',
      at: new Date(),
      known: '345',
      reported: '344',
    }
    await OrderModel.collection.updateOne(
      { _id: id as never },
      {
        $set: {
          'payment.captures.0.payer': 'asha@upi',
          'payment.discrepancies': [
            { ...discrepancy, amountPaise: 34_400, inReviewPaise: 0, resolution: null },
          ],
        },
        // The check after each payment may be running: as another check would, this makes it read again.
        $inc: { 'payment.checkCount': 1 },
      },
    )
    const byRoles = await byRole(async (who) => {
      const { payment, statement } = await pageOf(id, who)
      return [payment?.captures[0]?.payer, payment?.discrepancies.length, statement !== null]
    })
    const [all, none] = [
      ['asha@upi', 1, true],
      ['', 0, false],
    ]
    expect(byRoles).toEqual({
      owner: all,
      finance: all,
      catalogue: none,
      operations: none,
      support: none,
    })
  })

  it('show the assignee, staff actions and the supplier’s balance only with access to the board', async () => {
    const id = await buyManually()
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
    const byRoles = await byRole(async (who) => {
      const replies = [(await pageOf(id, who)).order, await note(id, 'Seen.', { who })]
      return replies.map(({ assignee, pendingCompletion, staffActions }) => [
        assignee?.name,
        pendingCompletion?.name,
        staffActions.length,
      ])
    })
    const one = ['Meera', 'Meera', 1]
    const both = [one, one]
    const none = [undefined, undefined, 0]
    expect(byRoles).toEqual({
      owner: both,
      finance: both,
      catalogue: [none, none],
      operations: both,
      support: both,
    })
  })
})

describe('notes on an order', () => {
  it('are stored once when a try crashed after its commit and the next one does not know of it', async () => {
    const id = await buyManually()
    const admin = { userId: 'a1', name: 'Meera', role: 'admin' } as never
    const again = { id: 'ON261122AAAAAAAA', orderid: id, text: 'Called them.' }
    await addNote(at.service.deps, admin, again)
    await OrderModel.collection.updateOne({ _id: id as never }, {
      $push: { notes: { at: new Date(), by: 'a', name: 'Kiran', text: 'x' } },
    } as never)
    const after = await addNote(at.service.deps, admin, again)
    expect(after.notes.map(({ text }) => text)).toEqual(['Called them.', 'x'])
    await Promise.all([1, 2].map(() => addNote(at.service.deps, admin, { ...again, id: 'ON261122BBBBBBBB' })))
    expect((await OrderModel.findById(id))?.notes).toHaveLength(3)
    expect(await AuditModel.countDocuments({ target: `order:${id}`, action: 'order.note' })).toBe(2)
  })

  it('are shown to admins and not to the customer, and each is in the audit log', async () => {
    const id = await buyManually()
    const socket = await at.staff.imran.socket()
    await socket.emitWithAck('board.subscribe', {})
    const replies = new Promise<BoardOrder>((resolve) => {
      socket.on(
        'board.order_updated',
        (order) => order.orderid === id && order.noteSummary?.count && resolve(order),
      )
    })
    const key = randomUUID()
    await note(id, 'Asked their support by mail.', { key })
    await note(id, 'Asked their support by mail.', { key })
    expect((await replies).noteSummary).toEqual({ count: 1, lastAt: expect.any(String) })
    expect(JSON.stringify(await replies)).not.toContain('support by mail')
    const read = await at.staff.imran.call(calls.orderNotes, { params: { id } })
    expect(read.notes).toMatchObject([{ name: 'Meera', text: 'Asked their support by mail.' }])
    expect(await refusalOf(at.customer.asha.call(calls.orderNotes, { params: { id } }))).toMatchObject({
      code: 'forbidden',
    })
    await note(id, 'They answer tomorrow.', { who: at.staff.imran })
    expect((await pageOf(id)).notes?.map(({ name }) => name)).toEqual(['Meera', 'Imran'])
    expect(JSON.stringify(await look(at.customer.asha, id))).not.toContain('support by mail')
    const rows = await auditRows({ target: `order:${id}`, action: 'order.note' })
    expect(rows.map(({ after }) => after.note)).toEqual([
      'Asked their support by mail.',
      'They answer tomorrow.',
    ])
  })

  it('are all kept when many are written at once, up to fifty', async () => {
    const id = await buyManually()
    await Promise.all(Array.from({ length: 8 }, (_, n) => note(id, `Note ${n}`)))
    expect((await pageOf(id)).notes).toHaveLength(8)
    const more = Array.from({ length: 42 }, () => ({ at: new Date(), by: 'a', name: 'M', text: 'x' }))
    await OrderModel.updateOne({ _id: id }, { $push: { notes: { $each: more } } })
    expect(await refusalOf(note(id, 'One more'))).toMatchObject({ code: 'note_limit_reached' })
    expect(await AuditModel.countDocuments({ target: `order:${id}`, action: 'order.note' })).toBe(8)
  })
})

describe('an order record', () => {
  const read = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as one:
    assert one.testzip() is None
    print(json.dumps({name: one.read(name).decode() for name in one.namelist()}))
`

  it('is a zip of all data of the order, and its download is recorded', async () => {
    const id = await paidByUpi('123456782')
    await untilRecorded(id, ({ vendorCalls }) => vendorCalls.some(({ vendor }) => vendor === 'SMILEBR'))
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
    const actions = part('audit').map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['export', 'order.note', 'order.view'])
    expect(files['audit.json']).not.toMatch(/"(from|requestId)"/)
  })

  it('is refused without the permission to export', async () => {
    const id = await buyManually()
    const support = await at.service.as(await insertAdmin({ staffRole: 'support' }))
    expect((await support.request(`/api/admin/orders/${id}/record`)).status).toBe(403)
    expect(await AuditModel.countDocuments({ target: `order:${id}`, action: 'export' })).toBe(0)
  })
})

/** A block of calls about one order. */
function aVendorCall(subjectId: string) {
  const when = new Date()
  const call = {
    subjectId,
    ref: subjectId,
    vendor: 'SMILEBR',
    call: 'createorder',
    isAct: true,
    asked: {},
    answered: {},
    outcome: 'json' as const,
    httpStatus: 200,
    note: '',
    tookMs: 1,
    firstAt: when,
    lastAt: when,
    count: 1,
  }
  return { _id: new Types.ObjectId(), subjectIds: [subjectId], calls: [call], lastAt: when }
}
