import { randomUUID } from 'node:crypto'
import { moveOrder } from '@jhatpat/shared/contracts/admin.ts'
import { answerAdminRequest } from '@jhatpat/shared/contracts/admin-requests.ts'
import * as customers from '@jhatpat/shared/contracts/customers.ts'
import * as invitations from '@jhatpat/shared/contracts/invitations.ts'
import { addUserBalance, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { InvitationModel, type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AdminRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Attempt, attempt, type Office, shelfByHand, type Trials } from './audit-trial.ts'

const target = ({ _id }: IUser) => `user:${_id}`
const key = () => ({ idempotencyKey: randomUUID() })
const why = 'Seen in the chat'

/** An edit of somebody's data as the screen sends it. */
async function edit(who: Person, { _id }: IUser, change: object) {
  const user = (await UserModel.findById(_id).lean<IUser>())!
  const { userid, name, mobilenumber, email, role, officeRole } = user
  const flags = { verified: user.verified ? 'true' : 'false', isBlocked: 'false' } as const
  const body = { _id: String(_id), userid, name, mobilenumber, email, role, ...flags, reason: why }
  return who.call(updateUserData, {
    body: { ...body, ...(officeRole && { officeRole }), seen: user.updatedAt.toISOString(), ...change },
  })
}

/** Fixes the version that the screen showed. */
async function editAsSeen(user: IUser, change: object) {
  const { updatedAt } = (await UserModel.findById(user._id).lean<IUser>())!
  return (who: Person) => edit(who, user, { ...change, seen: updatedAt.toISOString() })
}

const addBalance = (who: Person, { userid, email }: IUser, amount: number) =>
  who.call(addUserBalance, { body: { userId: userid, email, amount, reason: why }, ...key() })

/** Meera is the only owner: what would wait for a second one is done at once. */
const onlyOwner = ({ imran }: Office) =>
  UserModel.collection.updateOne({ _id: imran._id }, { $set: { role: 'user' } })

const someone = () => ({ email: `ravi.${randomUUID().slice(0, 8)}@example.test`, name: 'Ravi Menon' })
type Invited = ReturnType<typeof someone>

const invite = (who: Person, invited: Invited) =>
  who.call(invitations.inviteToTeam, { body: { ...invited, officeRole: 'support', reason: why } })
const invitationOf = async ({ email }: Invited) => (await InvitationModel.findOne({ email }).lean())!

async function sentInvitation(at: Office) {
  await onlyOwner(at)
  const invited = someone()
  await invite(at.asMeera, invited)
  const { _id: id, userId } = await invitationOf(invited)
  return {
    id,
    invited,
    row: { target: `user:${userId}`, before: {}, after: { ...invited, officeRole: 'support' } },
  }
}

type Answer = 'approve' | 'refuse' | 'withdraw'

/** Answers the request that waits about somebody. */
const answering =
  (id: string, answer: Answer): Attempt['act'] =>
  (who) =>
    who.call(answerAdminRequest, { params: { id }, body: { answer, reason: 'Asked them' }, ...key() })

const waitingRequest = async () => (await AdminRequestModel.findOne({ state: 'waiting' }).lean())!

const askedWhy = `${why}, asked by Imran Khan`

async function askedBalance(answer: Answer, by: (at: Office) => Person, at: Office): Promise<Attempt> {
  const user = await aUser()
  await addBalance(by(at), user, 20_000)
  const { _id: id } = await waitingRequest()
  const moved = { txnid: id, amountPaise: 2_000_000 }
  const row = { target: target(user), before: {}, after: moved, why: 'Asked them' }
  const facts = {
    ...row,
    before: { balancePaise: 0 },
    after: { balancePaise: 2_000_000, ...moved },
    why: askedWhy,
  }
  return attempt({
    act: answering(id, answer),
    rows: () => [{ ...(answer === 'approve' ? facts : row), act: `balance.${answer}` as const }],
    again: 'request_closed',
  })
}

async function askedAdmin(answer: 'approve' | 'refuse', at: Office): Promise<Attempt> {
  const user = await aUser()
  await edit(at.asImran, user, { role: 'admin', officeRole: 'support' })
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
            why: askedWhy,
          }
        : { act: 'admin.refuse', target: target(user), before: {}, after, why: 'Asked them' },
    ],
    again: 'request_closed',
  })
}

/** Imran asks for another number of a third owner. */
async function askedOwner(answer: 'approve' | 'refuse', at: Office): Promise<Attempt> {
  const owner = await anAdmin()
  await edit(at.asImran, owner, { mobilenumber: '9711111111' })
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
          ? { before: { mobilenumber: owner.mobilenumber }, why: askedWhy }
          : { before: {}, why: 'Asked them' }),
      },
    ],
    again: 'request_closed',
  })
}

async function askedInvitation(answer: 'approve' | 'refuse', at: Office): Promise<Attempt> {
  const invited = someone()
  await invite(at.asImran, invited)
  const { _id: id } = await waitingRequest()
  const { userId } = await invitationOf(invited)
  return attempt({
    act: answering(id, answer),
    rows: () => [
      {
        ...{ act: `admin.${answer}` as const, target: `user:${userId}`, before: {} },
        after: { ...invited, role: 'admin', officeRole: 'support' },
        why: answer === 'approve' ? askedWhy : 'Asked them',
      },
    ],
    again: 'request_closed',
  })
}

/** An order that is delivered by hand, for which Imran asks for a refund. */
async function askedRefund(answer: 'approve' | 'refuse', at: Office): Promise<Attempt> {
  const user = await aUser()
  await giveMoney(user, 34_500)
  const shelf = await shelfByHand()
  const orderid = await buy(await at.service.as(user), orderBody(user, shelf, { paymentmode: 'wallet' }))
  await at.asImran.call(moveOrder, {
    params: { id: orderid },
    body: { to: 'Refunded', version: 1, reason: why, ask: true },
    ...key(),
  })
  const { _id: id } = await waitingRequest()
  const refused = {
    act: 'refund.refuse',
    before: {},
    after: { refundPaise: 34_500 },
    why: 'Asked them',
  } as const
  const refunded = {
    ...{ act: 'order.refund' as const, before: { status: 'Processing' }, why: askedWhy },
    after: { status: 'Refunded', refundPaise: 34_500 },
  } as const
  return attempt({
    act: answering(id, answer),
    rows: () => [{ target: `order:${orderid}`, ...(answer === 'approve' ? refunded : refused) }],
    again: answer === 'approve' ? 'order_moved_on' : 'request_closed',
  })
}

/** Calls about customers, wallets and colleagues. */
export const peopleWrites: Trials = {
  'POST /admin/updateuserdata': {
    'changes a customer': async () => {
      const user = await aUser()
      return attempt({
        act: await editAsSeen(user, { name: 'Asha Rao', isBlocked: 'true' }),
        rows: () => [
          {
            ...{ act: 'user.update', target: target(user), why },
            before: { name: user.name, isBlocked: false },
            after: { name: 'Asha Rao', isBlocked: true },
          },
        ],
        again: 'user_changed',
      })
    },
    'asks for another owner’s change': async ({ imran }) =>
      attempt({
        act: (who) => edit(who, imran, { isBlocked: 'true' }),
        rows: () => [
          {
            ...{ act: 'owner.ask', target: target(imran), why },
            ...{ before: { isBlocked: false }, after: { isBlocked: true } },
          },
        ],
      }),
    'asks for another admin, and changes the rest': async () => {
      const user = await aUser()
      const after = { role: 'admin', officeRole: 'support' }
      return attempt({
        act: await editAsSeen(user, { ...after, name: 'Asha Rao' }),
        rows: () => [
          { act: 'admin.ask', target: target(user), before: {}, after, why },
          {
            ...{ act: 'user.update', target: target(user), why },
            ...{ before: { name: user.name }, after: { name: 'Asha Rao' } },
          },
        ],
        again: 'user_changed',
      })
    },
    'makes an admin, as the only owner': async (at) => {
      await onlyOwner(at)
      const user = await aUser()
      const after = { role: 'admin', officeRole: 'support' }
      return attempt({
        act: await editAsSeen(user, after),
        rows: () => [
          {
            ...{ act: 'user.update', target: target(user), why },
            ...{ before: { role: 'user' }, after },
          },
        ],
        again: 'user_changed',
      })
    },
  },
  'POST /admin/adduserbalance': {
    'adds to a wallet': async ({ asMeera }) => {
      // The day's total of what one admin moves is opened before the first transaction of the day.
      await addBalance(asMeera, await aUser(), 1)
      const user = await aUser()
      return attempt({
        act: (who) => addBalance(who, user, 500),
        rows: ({ id }) => [
          {
            ...{ act: 'balance.adjust', target: target(user), why, before: { balancePaise: 0 } },
            after: { balancePaise: 50_000, txnid: id, amountPaise: 50_000 },
          },
        ],
      })
    },
    'takes from a wallet': async () => {
      const user = await aUser()
      await giveMoney(user, 70_000)
      return attempt({
        act: (who) => addBalance(who, user, -500),
        rows: ({ id }) => [
          {
            ...{ act: 'balance.adjust', target: target(user), why, before: { balancePaise: 70_000 } },
            after: { balancePaise: 20_000, txnid: id, amountPaise: -50_000 },
          },
        ],
        again: 'insufficient_balance',
      })
    },
    'asks for more than one may add alone': async () => {
      const user = await aUser()
      return attempt({
        act: (who) => addBalance(who, user, 20_000),
        rows: ({ id }) => [
          {
            ...{ act: 'balance.ask', target: target(user), why, before: {} },
            after: { txnid: id, amountPaise: 2_000_000 },
          },
        ],
      })
    },
  },
  'POST /admin/requests/:id/answer': {
    'approves a balance': (at) => askedBalance('approve', ({ asImran }) => asImran, at),
    'refuses a balance': (at) => askedBalance('refuse', ({ asImran }) => asImran, at),
    'withdraws a balance': (at) => askedBalance('withdraw', ({ asMeera }) => asMeera, at),
    'approves an admin': (at) => askedAdmin('approve', at),
    'refuses an admin': (at) => askedAdmin('refuse', at),
    'approves a change of an owner': (at) => askedOwner('approve', at),
    'refuses a change of an owner': (at) => askedOwner('refuse', at),
    'approves an invitation': (at) => askedInvitation('approve', at),
    'refuses an invitation': (at) => askedInvitation('refuse', at),
    'approves a refund': (at) => askedRefund('approve', at),
    'refuses a refund': (at) => askedRefund('refuse', at),
  },
  'POST /admin/customers/:id/notes': {
    'notes something': async () => {
      const user = await aUser()
      return attempt({
        act: (who) =>
          who.call(customers.addCustomerNote, {
            params: { id: String(user._id) },
            body: { text: 'Calls in the evening' },
            ...key(),
          }),
        // What it says is kept with the customer alone: more roles read the log.
        rows: ({ id }) => [
          { act: 'user.note', target: target(user), before: {}, after: { note: id }, why: '' },
        ],
      })
    },
  },
  'POST /admin/customers/:id/sessions/end': {
    'ends all sessions': async ({ service }) => {
      const user = await aUser()
      await service.as(user)
      return attempt({
        act: (who) =>
          who.call(customers.endCustomerSessions, {
            params: { id: String(user._id) },
            body: { reason: why },
          }),
        rows: () => [{ act: 'sessions.end', target: target(user), before: {}, after: {}, why }],
      })
    },
    'ends one session': async ({ service, asMeera }) => {
      const user = await aUser()
      await service.as(user)
      const params = { id: String(user._id) }
      const { sessions } = await asMeera.call(customers.customerSessions, { params })
      const { id: session = '', device = '' } = sessions[0] ?? {}
      return attempt({
        act: (who) => who.call(customers.endCustomerSessions, { params, body: { session, reason: why } }),
        rows: () => [
          { act: 'sessions.end', target: target(user), before: { session, device }, after: {}, why },
        ],
      })
    },
  },
  'POST /admin/customers/:id/password-reset': {
    'mails a link': async () => {
      const user = await aUser()
      return attempt({
        act: (who) =>
          who.call(customers.sendPasswordReset, { params: { id: String(user._id) }, body: {}, ...key() }),
        rows: () => [{ act: 'password.ask', target: target(user), before: {}, after: {}, why: '' }],
      })
    },
  },
  'POST /admin/team/invitations': {
    'invites, as the only owner': async (at) => {
      await onlyOwner(at)
      const invited = someone()
      return attempt({
        act: (who) => invite(who, invited),
        rows: async () => {
          const { userId } = await invitationOf(invited)
          const after = { ...invited, officeRole: 'support' }
          return [{ act: 'invitation.send', target: `user:${userId}`, before: {}, after, why }]
        },
        again: 'invitation_open',
      })
    },
    'asks the other owner': async () => {
      const invited = someone()
      return attempt({
        act: (who) => invite(who, invited),
        rows: async () => {
          const { userId } = await invitationOf(invited)
          const after = { ...invited, role: 'admin', officeRole: 'support' }
          return [{ act: 'admin.ask', target: `user:${userId}`, before: {}, after, why }]
        },
        again: 'invitation_open',
      })
    },
  },
  'POST /admin/team/invitations/:id/resend': {
    'mails a new link': async (at) => {
      const { id, row } = await sentInvitation(at)
      return attempt({
        act: (who) => who.call(invitations.resendInvitation, { params: { id }, body: {} }),
        rows: () => [{ ...row, act: 'invitation.resend', why: '' }],
      })
    },
  },
  'POST /admin/team/invitations/:id/revoke': {
    'takes it back': async (at) => {
      const { id, row } = await sentInvitation(at)
      return attempt({
        act: (who) => who.call(invitations.revokeInvitation, { params: { id }, body: {} }),
        rows: () => [{ ...row, act: 'invitation.revoke', why: '' }],
        again: 'invitation_closed',
      })
    },
  },
}

/** Nothing waits that an earlier trial asked for. */
export const forgetRequests = () => AdminRequestModel.deleteMany({})
