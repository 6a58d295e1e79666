import { randomUUID } from 'node:crypto'
import * as customers from '@jhatpat/shared/contracts/customers.ts'
import * as invitations from '@jhatpat/shared/contracts/invitations.ts'
import { addUserBalance, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { InvitationModel, type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { giveMoney } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { attempt, type StaffContext, type Trials } from './audit-trial.ts'

export const target = ({ _id }: IUser) => `user:${_id}`
export const key = () => ({ idempotencyKey: randomUUID() })
export const reason = 'Seen in the chat'

/** An edit of a user as the screen sends it. */
export async function edit(who: Person, { _id }: IUser, change: object) {
  const user = (await UserModel.findById(_id).lean<IUser>())!
  const { userid, name, mobilenumber, email, role, staffRole } = user
  const flags = { verified: user.verified ? 'true' : 'false', isBlocked: 'false' } as const
  const body = { _id: String(_id), userid, name, mobilenumber, email, role, ...flags, reason }
  return who.call(updateUserData, {
    body: {
      ...body,
      ...(staffRole && { staffRole }),
      expectedVersion: user.updatedAt.toISOString(),
      ...change,
    },
  })
}

/** Fixes the version that the screen showed. */
async function editAsSeen(user: IUser, change: object) {
  const { updatedAt } = (await UserModel.findById(user._id).lean<IUser>())!
  return (who: Person) => edit(who, user, { ...change, expectedVersion: updatedAt.toISOString() })
}

export const addBalance = (who: Person, { userid, email }: IUser, amount: number) =>
  who.call(addUserBalance, { body: { userId: userid, email, amount, reason }, ...key() })

/** Meera is the only owner: changes that would need a second owner are made at once. */
const onlyOwner = ({ imran }: StaffContext) =>
  UserModel.collection.updateOne({ _id: imran._id }, { $set: { role: 'user' } })

export const someone = () => ({ email: `ravi.${randomUUID().slice(0, 8)}@example.test`, name: 'Ravi Menon' })
type Invited = ReturnType<typeof someone>

export const invite = (who: Person, invited: Invited) =>
  who.call(invitations.inviteToTeam, { body: { ...invited, staffRole: 'support', reason } })
export const invitationOf = async ({ email }: Invited) => (await InvitationModel.findOne({ email }).lean())!

async function sentInvitation(at: StaffContext) {
  await onlyOwner(at)
  const invited = someone()
  await invite(at.asMeera, invited)
  const { _id: id, userId } = await invitationOf(invited)
  return {
    id,
    invited,
    row: { target: `user:${userId}`, before: {}, after: { ...invited, staffRole: 'support' } },
  }
}

/** Calls about customers, wallets and staff. */
export const peopleWrites: Trials = {
  'POST /admin/updateuserdata': {
    'changes a customer': async () => {
      const user = await insertCustomer()
      return attempt({
        action: await editAsSeen(user, { name: 'Asha Rao', isBlocked: 'true' }),
        rows: () => [
          {
            action: 'user.update',
            target: target(user),
            reason,
            before: { name: user.name, isBlocked: false },
            after: { name: 'Asha Rao', isBlocked: true },
          },
        ],
        again: 'user_changed',
      })
    },
    'asks for another owner’s change': async ({ imran }) =>
      attempt({
        action: (who) => edit(who, imran, { isBlocked: 'true' }),
        rows: () => [
          {
            action: 'owner.request',
            target: target(imran),
            reason,
            before: { isBlocked: false },
            after: { isBlocked: true },
          },
        ],
      }),
    'asks for another admin, and changes the rest': async () => {
      const user = await insertCustomer()
      const after = { role: 'admin', staffRole: 'support' }
      return attempt({
        action: await editAsSeen(user, { ...after, name: 'Asha Rao' }),
        rows: () => [
          { action: 'staff_role.request', target: target(user), before: {}, after, reason },
          {
            action: 'user.update',
            target: target(user),
            reason,
            before: { name: user.name },
            after: { name: 'Asha Rao' },
          },
        ],
        again: 'user_changed',
      })
    },
    'makes an admin, as the only owner': async (at) => {
      await onlyOwner(at)
      const user = await insertCustomer()
      const after = { role: 'admin', staffRole: 'support' }
      return attempt({
        action: await editAsSeen(user, after),
        rows: () => [
          {
            action: 'user.update',
            target: target(user),
            reason,
            before: { role: 'user' },
            after,
          },
        ],
        again: 'user_changed',
      })
    },
  },
  'POST /admin/adduserbalance': {
    'adds to a wallet': async ({ asMeera }) => {
      // The day total of an admin's adjustments is created before the first transaction of the day.
      await addBalance(asMeera, await insertCustomer(), 1)
      const user = await insertCustomer()
      return attempt({
        action: (who) => addBalance(who, user, 500),
        rows: ({ id }) => [
          {
            action: 'balance.adjust',
            target: target(user),
            reason,
            before: { balancePaise: 0 },
            after: { balancePaise: 50_000, txnid: id, amountPaise: 50_000 },
          },
        ],
      })
    },
    'takes from a wallet': async () => {
      const user = await insertCustomer()
      await giveMoney(user, 70_000)
      return attempt({
        action: (who) => addBalance(who, user, -500),
        rows: ({ id }) => [
          {
            action: 'balance.adjust',
            target: target(user),
            reason,
            before: { balancePaise: 70_000 },
            after: { balancePaise: 20_000, txnid: id, amountPaise: -50_000 },
          },
        ],
        again: 'insufficient_balance',
      })
    },
    'asks for more than one may add alone': async () => {
      const user = await insertCustomer()
      return attempt({
        action: (who) => addBalance(who, user, 20_000),
        rows: ({ id }) => [
          {
            action: 'balance.request',
            target: target(user),
            reason,
            before: {},
            after: { txnid: id, amountPaise: 2_000_000 },
          },
        ],
      })
    },
  },
  'POST /admin/customers/:id/notes': {
    'notes something': async () => {
      const user = await insertCustomer()
      return attempt({
        action: (who) =>
          who.call(customers.addCustomerNote, {
            params: { id: String(user._id) },
            body: { text: 'Calls in the evening' },
            ...key(),
          }),
        // The text is stored with the customer only: more roles read the audit log.
        rows: ({ id }) => [
          { action: 'user.note', target: target(user), before: {}, after: { note: id }, reason: '' },
        ],
      })
    },
  },
  'POST /admin/customers/:id/sessions/revoke': {
    'ends all sessions': async ({ service }) => {
      const user = await insertCustomer()
      await service.as(user)
      return attempt({
        action: (who) =>
          who.call(customers.revokeCustomerSessions, {
            params: { id: String(user._id) },
            body: { reason },
          }),
        rows: () => [{ action: 'sessions.revoke', target: target(user), before: {}, after: {}, reason }],
      })
    },
    'ends one session': async ({ service, asMeera }) => {
      const user = await insertCustomer()
      await service.as(user)
      const params = { id: String(user._id) }
      const { sessions } = await asMeera.call(customers.customerSessions, { params })
      const { id: session = '', device = '' } = sessions[0] ?? {}
      return attempt({
        action: (who) => who.call(customers.revokeCustomerSessions, { params, body: { session, reason } }),
        rows: () => [
          { action: 'sessions.revoke', target: target(user), before: { session, device }, after: {}, reason },
        ],
      })
    },
  },
  'POST /admin/customers/:id/password-reset': {
    'mails a link': async () => {
      const user = await insertCustomer()
      return attempt({
        action: (who) =>
          who.call(customers.sendPasswordReset, { params: { id: String(user._id) }, body: {}, ...key() }),
        rows: () => [
          { action: 'password_reset.send', target: target(user), before: {}, after: {}, reason: '' },
        ],
      })
    },
  },
  'POST /admin/team/invitations': {
    'invites, as the only owner': async (at) => {
      await onlyOwner(at)
      const invited = someone()
      return attempt({
        action: (who) => invite(who, invited),
        rows: async () => {
          const { userId } = await invitationOf(invited)
          const after = { ...invited, staffRole: 'support' }
          return [{ action: 'invitation.send', target: `user:${userId}`, before: {}, after, reason }]
        },
        again: 'invitation_open',
      })
    },
    'asks the other owner': async () => {
      const invited = someone()
      return attempt({
        action: (who) => invite(who, invited),
        rows: async () => {
          const { userId } = await invitationOf(invited)
          const after = { ...invited, role: 'admin', staffRole: 'support' }
          return [{ action: 'staff_role.request', target: `user:${userId}`, before: {}, after, reason }]
        },
        again: 'invitation_open',
      })
    },
  },
  'POST /admin/team/invitations/:id/resend': {
    'mails a new link': async (at) => {
      const { id, row } = await sentInvitation(at)
      return attempt({
        action: (who) => who.call(invitations.resendInvitation, { params: { id }, body: {} }),
        rows: () => [{ ...row, action: 'invitation.resend', reason: '' }],
      })
    },
  },
  'POST /admin/team/invitations/:id/revoke': {
    'takes it back': async (at) => {
      const { id, row } = await sentInvitation(at)
      return attempt({
        action: (who) => who.call(invitations.revokeInvitation, { params: { id }, body: {} }),
        rows: () => [{ ...row, action: 'invitation.revoke', reason: '' }],
        again: 'invitation_closed',
      })
    },
  },
}
