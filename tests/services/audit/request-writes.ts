import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Attempt, attempt, type Office, shelfByHand, type Trials } from './audit-trial.ts'
import { addBalance, edit, invitationOf, invite, key, reason, someone, target } from './people-writes.ts'

type Answer = 'approve' | 'reject' | 'withdraw'

/** Answers the pending request. */
const answering =
  (id: string, decision: Answer): Attempt['action'] =>
  (who) =>
    who.call(decideApprovalRequest, { params: { id }, body: { decision, reason: 'Asked them' }, ...key() })

const waitingRequest = async () => (await ApprovalRequestModel.findOne({ state: 'pending' }).lean())!

/** Only the requester withdraws. */
const asker = (decision: Answer, { asMeera, asImran }: Office) =>
  decision === 'withdraw' ? asMeera : asImran

const askedWhy = `${reason}, asked by Imran Khan`

async function askedBalance(decision: Answer, at: Office): Promise<Attempt> {
  const user = await insertCustomer()
  await addBalance(asker(decision, at), user, 20_000)
  const { _id: id } = await waitingRequest()
  const moved = { txnid: id, amountPaise: 2_000_000 }
  const row = { target: target(user), before: {}, after: moved, reason: 'Asked them' }
  const facts = {
    ...row,
    before: { balancePaise: 0 },
    after: { balancePaise: 2_000_000, ...moved },
    reason: askedWhy,
  }
  return attempt({
    action: answering(id, decision),
    rows: () => [{ ...(decision === 'approve' ? facts : row), action: `balance.${decision}` as const }],
    again: 'approval_closed',
  })
}

async function askedAdmin(decision: Answer, at: Office): Promise<Attempt> {
  const user = await insertCustomer()
  await edit(asker(decision, at), user, { role: 'admin', staffRole: 'support' })
  const { _id: id } = await waitingRequest()
  const after = { role: 'admin', staffRole: 'support' }
  return attempt({
    action: answering(id, decision),
    rows: () => [
      decision === 'approve'
        ? {
            action: 'staff_role.approve',
            target: target(user),
            before: { role: 'user' },
            after,
            reason: askedWhy,
          }
        : {
            action: `staff_role.${decision}` as const,
            target: target(user),
            before: {},
            after,
            reason: 'Asked them',
          },
    ],
    again: 'approval_closed',
  })
}

/** Another number of a third owner. */
async function askedOwner(decision: Answer, at: Office): Promise<Attempt> {
  const owner = await insertAdmin()
  await edit(asker(decision, at), owner, { mobilenumber: '9711111111' })
  const { _id: id } = await waitingRequest()
  return attempt({
    action: answering(id, decision),
    rows: () => [
      {
        action: `owner.${decision}` as const,
        target: target(owner),
        after: { mobilenumber: '9711111111' },
        ...(decision === 'approve'
          ? { before: { mobilenumber: owner.mobilenumber }, reason: askedWhy }
          : { before: {}, reason: 'Asked them' }),
      },
    ],
    again: 'approval_closed',
  })
}

async function askedInvitation(decision: Answer, at: Office): Promise<Attempt> {
  const invited = someone()
  await invite(asker(decision, at), invited)
  const { _id: id } = await waitingRequest()
  const { userId } = await invitationOf(invited)
  return attempt({
    action: answering(id, decision),
    rows: () => [
      {
        action: `staff_role.${decision}` as const,
        target: `user:${userId}`,
        before: {},
        after: { ...invited, role: 'admin', staffRole: 'support' },
        reason: decision === 'approve' ? askedWhy : 'Asked them',
      },
    ],
    again: 'approval_closed',
  })
}

/** A refund of a manual order. */
async function askedRefund(decision: Answer, at: Office): Promise<Attempt> {
  const user = await insertCustomer()
  await giveMoney(user, 34_500)
  const shelf = await shelfByHand()
  const orderid = await buy(await at.service.as(user), orderBody(user, shelf, { paymentmode: 'wallet' }))
  await asker(decision, at).call(transitionOrder, {
    params: { id: orderid },
    body: { to: 'Refunded', version: 1, reason, requestApproval: true },
    ...key(),
  })
  const { _id: id } = await waitingRequest()
  const refused = {
    action: `refund.${decision === 'withdraw' ? 'withdraw' : 'reject'}` as const,
    before: {},
    after: { refundPaise: 34_500 },
    reason: 'Asked them',
  } as const
  const refunded = {
    action: 'order.refund' as const,
    before: { status: 'Processing' },
    reason: askedWhy,
    after: { status: 'Refunded', refundPaise: 34_500 },
  } as const
  return attempt({
    action: answering(id, decision),
    rows: () => [{ target: `order:${orderid}`, ...(decision === 'approve' ? refunded : refused) }],
    again: decision === 'approve' ? 'order_changed' : 'approval_closed',
  })
}

/** The decisions about another admin's request. */
export const requestWrites: Trials = {
  'POST /admin/approvals/:id/decide': {
    'approves a balance': (at) => askedBalance('approve', at),
    'refuses a balance': (at) => askedBalance('reject', at),
    'withdraws a balance': (at) => askedBalance('withdraw', at),
    'approves an admin': (at) => askedAdmin('approve', at),
    'refuses an admin': (at) => askedAdmin('reject', at),
    'withdraws an admin': (at) => askedAdmin('withdraw', at),
    'approves a change of an owner': (at) => askedOwner('approve', at),
    'refuses a change of an owner': (at) => askedOwner('reject', at),
    'withdraws a change of an owner': (at) => askedOwner('withdraw', at),
    'approves an invitation': (at) => askedInvitation('approve', at),
    'refuses an invitation': (at) => askedInvitation('reject', at),
    'withdraws an invitation': (at) => askedInvitation('withdraw', at),
    'approves a refund': (at) => askedRefund('approve', at),
    'refuses a refund': (at) => askedRefund('reject', at),
    'withdraws a refund': (at) => askedRefund('withdraw', at),
  },
}

/** Removes requests of earlier trials. */
export const forgetRequests = () => ApprovalRequestModel.deleteMany({})
