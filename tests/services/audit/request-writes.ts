import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Attempt, attempt, insertManualProduct, type StaffContext, type Trials } from './audit-trial.ts'
import { addBalance, edit, invitationOf, invite, key, reason, someone, target } from './people-writes.ts'

type Answer = 'approve' | 'reject' | 'withdraw'

/** Answers the pending request. */
const answering =
  (id: string, decision: Answer): Attempt['action'] =>
  (who) =>
    who.call(decideApprovalRequest, { params: { id }, body: { decision, reason: 'Asked them' }, ...key() })

const waitingRequest = async () => (await ApprovalRequestModel.findOne({ state: 'pending' }).lean())!

/** Only the requester withdraws. */
const requesterOf = (decision: Answer, { asMeera, asImran }: StaffContext) =>
  decision === 'withdraw' ? asMeera : asImran

const requestReason = `${reason}, asked by Imran Khan`

async function balanceRequest(decision: Answer, at: StaffContext): Promise<Attempt> {
  const user = await insertCustomer()
  await addBalance(requesterOf(decision, at), user, 20_000)
  const { _id: id } = await waitingRequest()
  const adjustment = { txnid: id, amountPaise: 2_000_000 }
  const row = { target: target(user), before: {}, after: adjustment, reason: 'Asked them' }
  const facts = {
    ...row,
    before: { balancePaise: 0 },
    after: { balancePaise: 2_000_000, ...adjustment },
    reason: requestReason,
  }
  return attempt({
    action: answering(id, decision),
    rows: () => [{ ...(decision === 'approve' ? facts : row), action: `balance.${decision}` as const }],
    again: 'approval_closed',
  })
}

async function staffRoleRequest(decision: Answer, at: StaffContext): Promise<Attempt> {
  const user = await insertCustomer()
  await edit(requesterOf(decision, at), user, { role: 'admin', staffRole: 'support' })
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
            reason: requestReason,
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
async function ownerChangeRequest(decision: Answer, at: StaffContext): Promise<Attempt> {
  const owner = await insertAdmin()
  await edit(requesterOf(decision, at), owner, { mobilenumber: '9711111111' })
  const { _id: id } = await waitingRequest()
  return attempt({
    action: answering(id, decision),
    rows: () => [
      {
        action: `owner.${decision}` as const,
        target: target(owner),
        after: { mobilenumber: '9711111111' },
        ...(decision === 'approve'
          ? { before: { mobilenumber: owner.mobilenumber }, reason: requestReason }
          : { before: {}, reason: 'Asked them' }),
      },
    ],
    again: 'approval_closed',
  })
}

async function invitationRequest(decision: Answer, at: StaffContext): Promise<Attempt> {
  const invited = someone()
  await invite(requesterOf(decision, at), invited)
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
        reason: decision === 'approve' ? requestReason : 'Asked them',
      },
    ],
    again: 'approval_closed',
  })
}

/** A refund of a manual order. */
async function refundRequest(decision: Answer, at: StaffContext): Promise<Attempt> {
  const user = await insertCustomer()
  await giveMoney(user, 34_500)
  const listing = await insertManualProduct()
  const orderid = await buy(await at.service.as(user), orderBody(user, listing, { paymentmode: 'wallet' }))
  await requesterOf(decision, at).call(transitionOrder, {
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
    reason: requestReason,
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
    'approves a balance': (at) => balanceRequest('approve', at),
    'refuses a balance': (at) => balanceRequest('reject', at),
    'withdraws a balance': (at) => balanceRequest('withdraw', at),
    'approves an admin': (at) => staffRoleRequest('approve', at),
    'refuses an admin': (at) => staffRoleRequest('reject', at),
    'withdraws an admin': (at) => staffRoleRequest('withdraw', at),
    'approves a change of an owner': (at) => ownerChangeRequest('approve', at),
    'refuses a change of an owner': (at) => ownerChangeRequest('reject', at),
    'withdraws a change of an owner': (at) => ownerChangeRequest('withdraw', at),
    'approves an invitation': (at) => invitationRequest('approve', at),
    'refuses an invitation': (at) => invitationRequest('reject', at),
    'withdraws an invitation': (at) => invitationRequest('withdraw', at),
    'approves a refund': (at) => refundRequest('approve', at),
    'refuses a refund': (at) => refundRequest('reject', at),
    'withdraws a refund': (at) => refundRequest('withdraw', at),
  },
}

/** Removes requests of earlier trials. */
export const deleteRequests = () => ApprovalRequestModel.deleteMany({})
