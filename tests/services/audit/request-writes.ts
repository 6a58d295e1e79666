import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { answerAdminRequest } from '@jhatpat/shared/contracts/admin-requests.ts'
import { AdminRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Attempt, attempt, type Office, shelfByHand, type Trials } from './audit-trial.ts'
import { addBalance, edit, invitationOf, invite, key, someone, target, reason } from './people-writes.ts'

type Answer = 'approve' | 'refuse' | 'withdraw'

/** Answers the waiting request. */
const answering =
  (id: string, answer: Answer): Attempt['act'] =>
  (who) =>
    who.call(answerAdminRequest, { params: { id }, body: { answer, reason: 'Asked them' }, ...key() })

const waitingRequest = async () => (await AdminRequestModel.findOne({ state: 'waiting' }).lean())!

/** Only the asker withdraws. */
const asker = (answer: Answer, { asMeera, asImran }: Office) => (answer === 'withdraw' ? asMeera : asImran)

const askedWhy = `${reason}, asked by Imran Khan`

async function askedBalance(answer: Answer, at: Office): Promise<Attempt> {
  const user = await insertCustomer()
  await addBalance(asker(answer, at), user, 20_000)
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
    act: answering(id, answer),
    rows: () => [{ ...(answer === 'approve' ? facts : row), act: `balance.${answer}` as const }],
    again: 'approval_closed',
  })
}

async function askedAdmin(answer: Answer, at: Office): Promise<Attempt> {
  const user = await insertCustomer()
  await edit(asker(answer, at), user, { role: 'admin', officeRole: 'support' })
  const { _id: id } = await waitingRequest()
  const after = { role: 'admin', officeRole: 'support' }
  return attempt({
    act: answering(id, answer),
    rows: () => [
      answer === 'approve'
        ? {
            act: 'admin.approve',
            target: target(user),
            before: { role: 'user' },
            after,
            reason: askedWhy,
          }
        : { act: `admin.${answer}` as const, target: target(user), before: {}, after, reason: 'Asked them' },
    ],
    again: 'approval_closed',
  })
}

/** Another number of a third owner. */
async function askedOwner(answer: Answer, at: Office): Promise<Attempt> {
  const owner = await insertAdmin()
  await edit(asker(answer, at), owner, { mobilenumber: '9711111111' })
  const { _id: id } = await waitingRequest()
  return attempt({
    act: answering(id, answer),
    rows: () => [
      {
        ...{
          act: `owner.${answer}` as const,
          target: target(owner),
          after: { mobilenumber: '9711111111' },
        },
        ...(answer === 'approve'
          ? { before: { mobilenumber: owner.mobilenumber }, reason: askedWhy }
          : { before: {}, reason: 'Asked them' }),
      },
    ],
    again: 'approval_closed',
  })
}

async function askedInvitation(answer: Answer, at: Office): Promise<Attempt> {
  const invited = someone()
  await invite(asker(answer, at), invited)
  const { _id: id } = await waitingRequest()
  const { userId } = await invitationOf(invited)
  return attempt({
    act: answering(id, answer),
    rows: () => [
      {
        ...{ act: `admin.${answer}` as const, target: `user:${userId}`, before: {} },
        after: { ...invited, role: 'admin', officeRole: 'support' },
        reason: answer === 'approve' ? askedWhy : 'Asked them',
      },
    ],
    again: 'approval_closed',
  })
}

/** A refund of an order that is delivered by hand. */
async function askedRefund(answer: Answer, at: Office): Promise<Attempt> {
  const user = await insertCustomer()
  await giveMoney(user, 34_500)
  const shelf = await shelfByHand()
  const orderid = await buy(await at.service.as(user), orderBody(user, shelf, { paymentmode: 'wallet' }))
  await asker(answer, at).call(transitionOrder, {
    params: { id: orderid },
    body: { to: 'Refunded', version: 1, reason: reason, requestApproval: true },
    ...key(),
  })
  const { _id: id } = await waitingRequest()
  const refused = {
    act: `refund.${answer === 'withdraw' ? 'withdraw' : 'refuse'}` as const,
    before: {},
    after: { refundPaise: 34_500 },
    reason: 'Asked them',
  } as const
  const refunded = {
    ...{ act: 'order.refund' as const, before: { status: 'Processing' }, reason: askedWhy },
    after: { status: 'Refunded', refundPaise: 34_500 },
  } as const
  return attempt({
    act: answering(id, answer),
    rows: () => [{ target: `order:${orderid}`, ...(answer === 'approve' ? refunded : refused) }],
    again: answer === 'approve' ? 'order_changed' : 'approval_closed',
  })
}

/** The answers to what another admin asked for. */
export const requestWrites: Trials = {
  'POST /admin/approvals/:id/decide': {
    'approves a balance': (at) => askedBalance('approve', at),
    'refuses a balance': (at) => askedBalance('refuse', at),
    'withdraws a balance': (at) => askedBalance('withdraw', at),
    'approves an admin': (at) => askedAdmin('approve', at),
    'refuses an admin': (at) => askedAdmin('refuse', at),
    'withdraws an admin': (at) => askedAdmin('withdraw', at),
    'approves a change of an owner': (at) => askedOwner('approve', at),
    'refuses a change of an owner': (at) => askedOwner('refuse', at),
    'withdraws a change of an owner': (at) => askedOwner('withdraw', at),
    'approves an invitation': (at) => askedInvitation('approve', at),
    'refuses an invitation': (at) => askedInvitation('refuse', at),
    'withdraws an invitation': (at) => askedInvitation('withdraw', at),
    'approves a refund': (at) => askedRefund('approve', at),
    'refuses a refund': (at) => askedRefund('refuse', at),
    'withdraws a refund': (at) => askedRefund('withdraw', at),
  },
}

/** Nothing waits that an earlier trial asked for. */
export const forgetRequests = () => AdminRequestModel.deleteMany({})
