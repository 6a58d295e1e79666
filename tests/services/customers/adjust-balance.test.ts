import { randomUUID } from 'node:crypto'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import * as calls from '@jhatpat/shared/contracts/users.ts'
import { walletTransactions } from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let admins: { meera: IUser; imran: IUser }
let meera: Person
let imran: Person
let user: IUser
let asha: Person

beforeAll(async () => {
  const limits = { ADMIN_DAY_TOTAL: '50000', ROLE_DAY_TOTAL: '900000' }
  service = await startService({ env: { BALANCE_APPROVAL_ABOVE: '10000', ...limits } })
  admins = {
    meera: await insertAdmin({ name: 'Meera Iyer' }),
    imran: await insertAdmin({ name: 'Imran Khan' }),
  }
  meera = await service.as(admins.meera)
  imran = await service.as(admins.imran)
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer({ name: 'Arjun Nair' })
  asha = await service.as(user)
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

type Body = BodyInputOf<typeof calls.addUserBalance>

const bodyOf = (amount: number, more: Partial<Body> = {}): Body => ({
  userId: user.userid,
  email: user.email,
  amount,
  ...more,
})
const add = (amount: number, more: Partial<Body> = {}, idempotencyKey: string = randomUUID()) =>
  meera.call(calls.addUserBalance, { body: bodyOf(amount, more), idempotencyKey })
const answer = (who: Person, id: string, ...[answer, reason = '']: ['approve' | 'reject', string?]) =>
  who.call(decideApprovalRequest, { params: { id }, body: { decision: answer, reason } })
const rows = () => meera.call(calls.userAudit, { params: { id: String(user._id) } })
const transactions = () => asha.call(walletTransactions, { params: { userid: user.userid }, query: {} })
const waiting = async () =>
  (await imran.call(approvalRequests)).filter(({ userid }) => userid === user.userid)

describe('POST /admin/adduserbalance', () => {
  it('CALL-47 takes userId, email and amount, and adds that to the wallet', async () => {
    const reply = await add(500.5)
    expect(reply).toEqual({
      message: "Successfully added ₹500.50 to Arjun Nair's wallet. Please Refresh/Reload Page.",
      id: expect.stringMatching(/^JW/),
      status: 'done',
      balance: 500.5,
    })
    expect(await add(100, { userId: String(user._id), email: ` ${user.email.toUpperCase()}` })).toMatchObject(
      {
        balance: 600.5,
      },
    )
    expect(await balanceOf(asha, user)).toBe(600.5)
    expect((await transactions()).map(({ type, amount, note }) => [type, amount, note])).toEqual([
      ['Credit', 100, 'Credited by our team'],
      ['Credit', 500.5, 'Credited by our team'],
    ])
  })

  it('leaves a row in the audit log with the balance before and after', async () => {
    const { id } = await add(500, { reason: 'Bank slip seen' })
    expect(await rows()).toMatchObject([
      {
        action: 'balance.adjust',
        by: 'Meera Iyer',
        reason: 'Bank slip seen',
        before: { balancePaise: 0 },
        after: { balancePaise: 50_000, txnid: id, amountPaise: 50_000 },
      },
    ])
  })

  it('CALL-48 has the reason of a failure in the field error', async () => {
    const { email } = await insertCustomer()
    const other = await refusalOf(add(100, { email }))
    expect(other).toMatchObject({
      status: 404,
      reply: { error: 'Not found. It may not exist or may belong to another account.' },
    })
    for (const amount of [0, 0.001, 10_000_001]) {
      expect(await refusalOf(add(amount))).toMatchObject({ status: 400, field: 'amount' })
    }
    expect(await balanceOf(asha, user)).toBe(0)
    expect(await rows()).toEqual([])
  })

  it('takes money away with a reason, and never more than the balance', async () => {
    await add(300)
    expect(await refusalOf(add(-100))).toMatchObject({ code: 'reason_missing', field: 'reason' })
    const reason = 'Added twice'
    expect((await add(-100, { reason })).message).toBe('Successfully debited ₹100 from Arjun Nair’s wallet.')
    expect(await refusalOf(add(-201, { reason }))).toMatchObject({
      code: 'insufficient_balance',
      reply: { error: 'Insufficient wallet balance' },
    })
    expect(await balanceOf(asha, user)).toBe(200)
    expect(await rows()).toHaveLength(2)
  })

  it('adds once per key, whether calls come at once or after a process crashed', async () => {
    const key = randomUUID()
    await Promise.allSettled([add(500, {}, key), add(500, {}, key), add(500, {}, key)])
    const { id } = await add(500, {}, key)
    const minuteAgo = new Date(service.clock.now().getTime() - 61_000)
    const forgotten = { $set: { state: 'running', startedAt: minuteAgo } }
    const ref = id.slice(2)
    await IdempotencyKeyModel.collection.updateOne({ ref }, forgotten)
    expect(await add(500, {}, key)).toMatchObject({ id, status: 'done', balance: 500 })
    expect(await transactions()).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the nightly ledger verification', () => {
  it('finds an adjustment without its posting, and a posting without its adjustment', async () => {
    const { id } = await add(500)
    const transaction = await WalletTransactionModel.findById(id).lean()
    const cause = `adjustment/${id} wallet:${user._id}`
    await WalletTransactionModel.updateOne({ _id: id }, { $set: { amountPaise: 50_001 } })
    const differs = { kind: 'cause_differs', cause, ledgerPaise: 50_000 }
    expect((await verifyLedger()).faults).toEqual([{ ...differs, expectedPaise: 50_001 }])
    await WalletTransactionModel.deleteOne({ _id: id })
    expect((await verifyLedger()).faults).toEqual([{ ...differs, expectedPaise: 0 }])
    await WalletTransactionModel.insertMany([transaction!])
  })
})

describe('an adjustment above the limit', () => {
  it('changes nothing before a second admin approves it with its details shown', async () => {
    expect(await add(10_000)).toMatchObject({ status: 'done' })
    const request = await add(10_000.01, { reason: 'Delivery failed' })
    expect(request).toMatchObject({ status: 'pending', balance: 10_000 })
    expect(await waiting()).toMatchObject([
      {
        id: request.id,
        name: 'Arjun Nair',
        amount: 10_000.01,
        balance: 10_000,
        reason: 'Delivery failed',
        askedBy: { name: 'Meera Iyer' },
      },
    ])
    expect(await answer(imran, request.id, 'approve')).toEqual({
      message: "Successfully added ₹10,000.01 to Arjun Nair's wallet. Please Refresh/Reload Page.",
      balance: 20_000.01,
    })
    expect(await waiting()).toEqual([])
    expect((await rows()).map(({ action, by }) => [action, by])).toEqual([
      ['balance.approve', 'Imran Khan'],
      ['balance.request', 'Meera Iyer'],
      ['balance.adjust', 'Meera Iyer'],
    ])
  })

  it('cannot be approved by its requester', async () => {
    const { id } = await add(20_000)
    for (const decision of ['approve', 'reject'] as const) {
      expect(await refusalOf(answer(meera, id, decision, 'Why not'))).toMatchObject({ code: 'own_approval' })
    }
    expect(await balanceOf(asha, user)).toBe(0)
    expect(await waiting()).toHaveLength(1)
  })

  it('of an admin’s wallet cannot be approved by that admin', async () => {
    const own = await insertAdmin()
    const { id } = await meera.call(calls.addUserBalance, {
      body: { ...bodyOf(20_000), userId: String(own._id), email: own.email },
      idempotencyKey: randomUUID(),
    })
    expect(await refusalOf(answer(await service.as(own), id, 'approve'))).toMatchObject({
      code: 'own_approval',
      message: expect.stringMatching(/^This is about your own account/),
    })
    await answer(imran, id, 'approve')
  })

  it('needs a reason to be rejected, and a rejection changes nothing and is final', async () => {
    const { id } = await add(20_000)
    expect(await refusalOf(answer(imran, id, 'reject'))).toMatchObject({ code: 'reason_missing' })
    expect(await answer(imran, id, 'reject', 'The slip is another shop’s')).toMatchObject({ balance: 0 })
    expect(await refusalOf(answer(imran, id, 'approve'))).toMatchObject({ code: 'approval_closed' })
    expect(await balanceOf(asha, user)).toBe(0)
    expect((await rows())[0]).toMatchObject({
      action: 'balance.reject',
      reason: 'The slip is another shop’s',
    })
  })

  it('has one result of many concurrent approvals and rejections', async () => {
    const { id } = await add(20_000)
    const others = await Promise.all([1, 2, 3].map(async () => service.as(await insertAdmin())))
    const tries = await Promise.allSettled([
      ...others.map((other) => answer(other, id, 'approve')),
      answer(imran, id, 'reject', 'No'),
    ])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([0, 20_000]).toContain(await balanceOf(asha, user))
    expect(await rows()).toHaveLength(2)
  })

  it('that exceeds the balance is not made by an approval, and stays pending', async () => {
    await add(10_000)
    const { id } = await add(-10_001, { reason: 'Fraud' })
    expect(await refusalOf(answer(imran, id, 'approve'))).toMatchObject({ code: 'insufficient_balance' })
    expect(await waiting()).toHaveLength(1)
    expect(await balanceOf(asha, user)).toBe(10_000)
  })

  it('of the admin’s own wallet needs approval, whatever the amount', async () => {
    const { userid: userId, email } = admins.meera
    expect(await add(1, { userId, email })).toMatchObject({ status: 'pending' })
  })
})
