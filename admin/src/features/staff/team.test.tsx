import { revokeCustomerSessions } from '@jhatpat/shared/contracts/customers.ts'
import { inviteToTeam, resendInvitation, revokeInvitation } from '@jhatpat/shared/contracts/invitations.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { team as teamCall } from '@jhatpat/shared/contracts/team.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { updateUserData, usersData } from '@jhatpat/shared/contracts/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../tests/support/fake-api.ts'
import { meera, renderAdmin } from '../../testing/render-admin.tsx'

type Team = ReplyOf<typeof teamCall>
type Member = Team['members'][number]
type Invitation = Team['invited'][number]

const seen = { createdAt: '2026-01-02T06:00:00.000Z', updatedAt: '2026-11-20T06:00:00.000Z' }
const person = (_id: string, name: string, part: Partial<AdminUser> = {}): AdminUser => ({
  ...meera,
  ...seen,
  _id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@jhatpat.test`,
  ...part,
})
const factor = { since: '2026-03-14T06:00:00.000Z', recoveryCodesLeft: 10 }
const member = (staffRole: StaffRole, user: AdminUser, part: Partial<Member> = {}): Member => ({
  user: { ...user, staffRole },
  staffRole,
  secondFactor: factor,
  sessions: 1,
  lastSeenAt: '2026-11-21T15:00:00.000Z',
  ...part,
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const invited = (id: string, name: string, part: Partial<Invitation> = {}): Invitation => ({
  id,
  name,
  email: `${id}@jhatpat.test`,
  staffRole: 'support',
  by: 'Meera',
  at: inDays(-1),
  mailedAt: inDays(-1),
  expiresAt: inDays(1),
  isByOwner: true,
  hasAccount: false,
  ...part,
})
const team: Team = {
  members: [
    member('owner', person(meera._id, 'Meera')),
    member('operations', person('222222222222222222222222', 'Imran Khan'), { sessions: 2 }),
    member('catalogue', person('333333333333333333333333', 'Tenzin Dorji'), {
      secondFactor: { ...factor, recoveryCodesLeft: 2 },
    }),
    member('support', person('444444444444444444444444', 'Sana Pathan'), {
      secondFactor: null,
      sessions: 0,
      lastSeenAt: null,
    }),
  ],
  factorRequired: true,
  asked: [{ _id: '555555555555555555555555', name: 'Joseph K', staffRole: 'finance' }],
  invited: [invited('i1', 'Ravi Menon'), invited('i2', 'Nita Rao', { hasAccount: true })],
}
const saved = (status: 'done' | 'pending' = 'done') => ({
  message: `It is ${status}.`,
  status,
  user: person('222222222222222222222222', 'Imran Khan'),
})

const open = (calls: PreparedAnswer[] = []) =>
  renderAdmin('/roles/team', { calls: [on(teamCall, () => team), ...calls] })
const rowOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'main li b' })).closest('li') as HTMLElement

type User = ReturnType<typeof renderAdmin>['user']
async function fillIn(user: User, email: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Invite member' }))
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByLabelText('Email'), email)
  await user.type(within(dialog).getByLabelText('Name'), 'Diya Mehta')
  await user.click(within(dialog).getByRole('radio', { name: /^Support/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  return dialog
}

const diya = person('666666666666666666666666', 'Diya Mehta', { role: 'user', email: 'diya@mail.test' })
const isTakenBy = (account: () => AdminUser) => [
  on(inviteToTeam, () => refuse('email_has_account', { message: 'There is an account.' })),
  on(usersData, ({ query }) => ({
    users: query.q === 'diya@mail.test' ? [account()] : [],
    totalPages: 1,
    totalCount: 1,
    isTruncated: false,
    approvalAbove: 5_000,
    hasMore: false,
    next: null,
    previous: null,
  })),
  on(updateUserData, () => saved('pending')),
]

it('shows the permissions of each role, in groups, with the number of people', async () => {
  renderAdmin('/roles', { calls: [on(teamCall, () => team)] })
  const table = await screen.findByRole('table', { name: 'Permissions' })
  await within(table).findByRole('columnheader', { name: 'Operations 1 person' })
  expect(within(table).getByRole('columnheader', { name: 'Finance 0 people' })).toBeVisible()
  const groups = within(table)
    .getAllByRole('rowheader')
    .filter((head) => head.matches('.group'))
  expect(groups.map((head) => head.textContent)).toEqual([
    'Orders',
    'Customers',
    'Catalogue',
    'Finance',
    'System',
  ])
  const balances = within(table).getByRole('row', { name: /^Credit or debit wallets/ })
  expect(
    within(balances)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.trim()),
  ).toEqual(['Yes', 'Yes', '—No', '—No', 'With approval'])
})

describe('the team', () => {
  it('is listed with roles, second factors, sessions, and requests to another owner', async () => {
    open()
    expect(await rowOf('Imran Khan')).toHaveTextContent(/On since 14 Mar.*2 sessions/)
    expect(await rowOf('Tenzin Dorji')).toHaveTextContent('2 recovery codes left')
    expect(await rowOf('Sana Pathan')).toHaveTextContent(/Not set up.*No access until it’s set up/)
    const me = await rowOf('Meera')
    expect(within(me).getByRole('combobox')).toBeDisabled()
    expect(within(me).queryByRole('button')).toBeNull()
    expect(screen.getByText('Waiting for approval: Joseph K as Finance')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Team 4', selected: true })).toBeVisible()
  })

  it('changes a role after a confirmation with a reason, for the version that was loaded', async () => {
    const { user, api } = open([on(updateUserData, () => saved())])
    const row = await rowOf('Imran Khan')
    await user.selectOptions(within(row).getByRole('combobox', { name: 'Role of Imran Khan' }), 'finance')
    const dialog = screen.getByRole('dialog', { name: 'Change Imran Khan’s role' })
    expect(dialog).toHaveTextContent('Operations → Finance')
    expect(within(row).getByRole('combobox')).toHaveValue('operations')
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Moves to accounts')
    await user.click(within(dialog).getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.sentTo(updateUserData)[0]?.body).toMatchObject({
      _id: '222222222222222222222222',
      role: 'admin',
      staffRole: 'finance',
      reason: 'Moves to accounts',
      expectedVersion: seen.updatedAt,
    })
  })

  it('leaves a role alone after a concurrent change, and asks to reload', async () => {
    const { user } = open([
      on(updateUserData, () => refuse('user_changed', { message: 'Somebody was first.' })),
    ])
    await user.selectOptions(within(await rowOf('Imran Khan')).getByRole('combobox'), 'finance')
    await user.type(screen.getByLabelText(/^Reason/), 'Moves to accounts')
    await user.click(screen.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Close this and refresh.')
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull()
  })

  it('removes a person: a customer again, without a staff role', async () => {
    const { user, api } = open([on(updateUserData, () => saved())])
    await user.selectOptions(within(await rowOf('Sana Pathan')).getByRole('combobox'), 'none')
    await user.type(screen.getByLabelText(/^Reason/), 'Left')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(api.sentTo(updateUserData)).toHaveLength(1))
    const { body } = api.sentTo(updateUserData)[0]!
    expect(body).toMatchObject({ _id: '444444444444444444444444', role: 'user' })
    expect(body).not.toHaveProperty('staffRole')
  })

  it('is shown from a server of the previous version, which has no invitations', async () => {
    open([on(teamCall, () => Response.json({ ...team, invited: undefined }))])
    expect(await rowOf('Imran Khan')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Invited' })).toBeNull()
  })

  it('invites by mail, and lists the invitation until it is accepted', async () => {
    const { user, api } = open([
      on(inviteToTeam, () => ({ message: 'It goes out.', status: 'done' as const })),
      on(resendInvitation, () => ({ message: 'It goes out again.' })),
      on(revokeInvitation, () => refuse('invitation_closed', { message: 'Accepted meanwhile.' })),
    ])
    const dialog = await fillIn(user, 'Ravi@mail.test')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(api.sentTo(inviteToTeam)[0]?.body).toEqual({
      email: 'Ravi@mail.test',
      name: 'Diya Mehta',
      staffRole: 'support',
    })
    const row = await rowOf('Ravi Menon')
    expect(row).toHaveTextContent(/Support.*Link valid until.*Invited by Meera/)
    await user.click(within(row).getByRole('button', { name: 'Resend to Ravi Menon' }))
    expect(await within(row).findByText('It goes out again.')).toBeVisible()
    await user.click(within(row).getByRole('button', { name: /^Withdraw/ }))
    expect(await within(row).findByText('Accepted meanwhile.')).toBeVisible()
    const other = await rowOf('Nita Rao')
    expect(other).toHaveTextContent('Account exists: change their role in Team')
    expect(within(other).queryByRole('button', { name: /^Resend/ })).toBeNull()
  })

  it('revokes an invitation, confirms it, and keeps the focus where the row was', async () => {
    let now = team
    const { user } = open([
      on(teamCall, () => now),
      on(revokeInvitation, () => {
        now = { ...team, invited: team.invited.slice(1) }
        return { message: 'Ravi Menon is invited no longer.', status: 'done' as const }
      }),
    ])
    const row = await rowOf('Ravi Menon')
    await user.click(within(row).getByRole('button', { name: /^Withdraw/ }))
    expect(await screen.findByText('Withdrawn.')).toBeVisible()
    await waitFor(() => expect(row).not.toBeInTheDocument())
    expect(screen.getByText('Ravi Menon is invited no longer.')).toBeVisible()
    expect(screen.getByRole('tabpanel', { name: 'Team' })).toHaveFocus()
  })

  it.each([
    [refuse('invitation_open', { message: 'They are invited already.' }), 'Nothing was changed.'],
    [refuse('internal', { message: 'Something went wrong!' }), 'It may have been sent. Check Team.'],
  ])('shows what is known of a failed invitation', async (answer, sentence) => {
    const { user } = open([on(inviteToTeam, () => answer)])
    const dialog = await fillIn(user, 'Ravi@mail.test')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence)
  })

  it('gives the role to an existing account, and shows that another owner has to approve', async () => {
    const { user, api } = open(isTakenBy(() => diya))
    const dialog = await fillIn(user, 'Diya@mail.test')
    expect(await within(dialog).findByText('This email already has an account')).toBeVisible()
    const give = await within(dialog).findByRole('button', { name: 'Give this account the role: Support' })
    expect(within(dialog).getByRole('alert')).toHaveTextContent('This is Diya Mehta’s verified account.')
    expect(api.sentTo(updateUserData)).toEqual([])
    await user.click(give)
    expect(await screen.findByText('It is pending.')).toBeVisible()
    expect(api.sentTo(updateUserData)[0]?.body).toMatchObject({
      _id: '666666666666666666666666',
      role: 'admin',
      staffRole: 'support',
      expectedVersion: seen.updatedAt,
    })
  })

  it('gives no role to an account with an unverified address until it is verified', async () => {
    let verified: AdminUser['verified'] = 'false'
    const { user } = open(isTakenBy(() => ({ ...diya, verified })))
    const dialog = await fillIn(user, 'diya@mail.test')
    expect(await within(dialog).findByText(/the email isn’t verified/)).toHaveTextContent(
      /This is Diya Mehta’s account, .*reset the password first/,
    )
    expect(within(dialog).queryByRole('button', { name: /^Give/ })).toBeNull()
    verified = 'true'
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect(await within(dialog).findByRole('button', { name: /^Give/ })).toBeVisible()
  })

  it('revokes all sessions of a person', async () => {
    const { user, api } = open([on(revokeCustomerSessions, () => ({ ended: 2 }))])
    await user.click(await screen.findByRole('button', { name: 'Sign out Imran Khan' }))
    await user.click(screen.getByRole('button', { name: 'Sign out all devices' }))
    await waitFor(() =>
      expect(api.sentTo(revokeCustomerSessions)[0]).toMatchObject({
        params: { id: '222222222222222222222222' },
        body: {},
      }),
    )
  })
})
