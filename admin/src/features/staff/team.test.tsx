import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeCall, refusal } from '../../testing/fake-calls.ts'
import { meera, renderAdmin } from '../../testing/render-admin.tsx'

const seen = { createdAt: '2026-01-02T06:00:00.000Z', updatedAt: '2026-11-20T06:00:00.000Z' }
const person = (_id: string, name: string, part: object = {}) => ({
  ...meera,
  ...seen,
  _id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@jhatpat.test`,
  ...part,
})
const factor = { since: '2026-03-14T06:00:00.000Z', recoveryCodesLeft: 10 }
const member = (staffRole: string, user: object, part: object = {}) => ({
  user: { ...user, staffRole },
  staffRole,
  secondFactor: factor,
  sessions: 1,
  lastSeenAt: '2026-11-21T15:00:00.000Z',
  ...part,
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const invited = (id: string, name: string, part: object = {}) => ({
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
const team = {
  members: [
    member('owner', person(meera._id, 'Meera')),
    member('operations', person('a2', 'Imran Khan'), { sessions: 2 }),
    member('catalogue', person('a3', 'Tenzin Dorji'), {
      secondFactor: { ...factor, recoveryCodesLeft: 2 },
    }),
    member('support', person('a4', 'Sana Pathan'), { secondFactor: null, sessions: 0, lastSeenAt: null }),
  ],
  factorRequired: true,
  asked: [{ _id: 'a5', name: 'Joseph K', staffRole: 'finance' }],
  invited: [invited('i1', 'Ravi Menon'), invited('i2', 'Nita Rao', { hasAccount: true })],
}
const saved = (status = 'done') => ({ message: `It is ${status}.`, status, user: person('a2', 'Imran Khan') })

const open = (calls: Record<string, (call: FakeCall) => unknown> = {}) =>
  renderAdmin('/roles/team', { calls: { 'GET /admin/team': () => team, ...calls } })
const rowOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'b' })).closest('li') as HTMLElement

type User = ReturnType<typeof renderAdmin>['user']
async function fillIn(user: User, email: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Add someone' }))
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByLabelText('Email'), email)
  await user.type(within(dialog).getByLabelText('Name'), 'Diya Mehta')
  await user.click(within(dialog).getByRole('radio', { name: /^Support/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  return dialog
}

const diya = { ...person('c1', 'Diya Mehta'), role: 'user', email: 'diya@mail.test' }
const isTakenBy = (account: () => object) => ({
  'POST /admin/team/invitations': () => refusal(409, 'email_has_account', 'There is an account.'),
  'GET /admin/users_data': ({ url }: FakeCall) => ({
    users: url.searchParams.get('q') === 'diya@mail.test' ? [account()] : [],
    totalPages: 1,
    totalCount: 1,
    isTruncated: false,
    approvalAbove: 5_000,
    hasMore: false,
    next: null,
    previous: null,
  }),
  'POST /admin/updateuserdata': () => saved('pending'),
})

it('shows the permissions of each role, in groups, with the number of people', async () => {
  renderAdmin('/roles', { calls: { 'GET /admin/team': () => team } })
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
    'Money',
    'System',
  ])
  const balances = within(table).getByRole('row', { name: /^Add or take balance/ })
  expect(
    within(balances)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.trim()),
  ).toEqual(['Yes', 'Yes', '—No', '—No', 'With a second person'])
})

describe('the team', () => {
  it('is listed with roles, second factors, sessions, and requests to another owner', async () => {
    open()
    expect(await rowOf('Imran Khan')).toHaveTextContent(/On since 14 Mar.*2 sessions/)
    expect(await rowOf('Tenzin Dorji')).toHaveTextContent('2 recovery codes left')
    expect(await rowOf('Sana Pathan')).toHaveTextContent(/Not set up.*cannot work before/)
    const me = await rowOf('Meera')
    expect(within(me).getByRole('combobox')).toBeDisabled()
    expect(within(me).queryByRole('button')).toBeNull()
    expect(screen.getByText('Waits for another owner: Joseph K as Finance')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Team 4', selected: true })).toBeVisible()
  })

  it('changes a role after a confirmation with a reason, for the version that was loaded', async () => {
    const { user, api } = open({ 'POST /admin/updateuserdata': () => saved() })
    const row = await rowOf('Imran Khan')
    await user.selectOptions(within(row).getByRole('combobox', { name: 'Role of Imran Khan' }), 'finance')
    const dialog = screen.getByRole('dialog', { name: 'Change the role of Imran Khan' })
    expect(dialog).toHaveTextContent('Operations → Finance')
    expect(within(row).getByRole('combobox')).toHaveValue('operations')
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Moves to accounts')
    await user.click(within(dialog).getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.sentTo('POST /admin/updateuserdata')[0]?.body).toMatchObject({
      _id: 'a2',
      role: 'admin',
      staffRole: 'finance',
      reason: 'Moves to accounts',
      expectedVersion: seen.updatedAt,
    })
  })

  it('leaves a role alone after a concurrent change, and asks to reload', async () => {
    const { user } = open({
      'POST /admin/updateuserdata': () => refusal(409, 'user_changed', 'Somebody was first.'),
    })
    await user.selectOptions(within(await rowOf('Imran Khan')).getByRole('combobox'), 'finance')
    await user.type(screen.getByLabelText(/^Reason/), 'Moves to accounts')
    await user.click(screen.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Close this window and look again.')
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull()
  })

  it('removes a person: a customer again, without a staff role', async () => {
    const { user, api } = open({ 'POST /admin/updateuserdata': () => saved() })
    await user.selectOptions(within(await rowOf('Sana Pathan')).getByRole('combobox'), 'none')
    await user.type(screen.getByLabelText(/^Reason/), 'Left')
    await user.click(screen.getByRole('button', { name: 'Take out' }))
    await waitFor(() => expect(api.sentTo('POST /admin/updateuserdata')).toHaveLength(1))
    const { body } = api.sentTo('POST /admin/updateuserdata')[0] as { body: object }
    expect(body).toMatchObject({ _id: 'a4', role: 'user' })
    expect(body).not.toHaveProperty('staffRole')
  })

  it('is shown from a server of the previous version, which has no invitations', async () => {
    open({ 'GET /admin/team': () => ({ ...team, invited: undefined }) })
    expect(await rowOf('Imran Khan')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Invited' })).toBeNull()
  })

  it('invites by mail, and lists the invitation until it is accepted', async () => {
    const { user, api } = open({
      'POST /admin/team/invitations': () => ({ message: 'It goes out.', status: 'done' }),
      'POST /admin/team/invitations/:id/resend': () => ({ message: 'It goes out again.' }),
      'POST /admin/team/invitations/:id/revoke': () =>
        refusal(409, 'invitation_closed', 'Accepted meanwhile.'),
    })
    const dialog = await fillIn(user, 'Ravi@mail.test')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(api.sentTo('POST /admin/team/invitations')[0]?.body).toEqual({
      email: 'Ravi@mail.test',
      name: 'Diya Mehta',
      staffRole: 'support',
    })
    const row = await rowOf('Ravi Menon')
    expect(row).toHaveTextContent(/Support.*Link good until.*invited by Meera/)
    await user.click(within(row).getByRole('button', { name: 'Send again to Ravi Menon' }))
    expect(await within(row).findByText('It goes out again.')).toBeVisible()
    await user.click(within(row).getByRole('button', { name: /^Take back/ }))
    expect(await within(row).findByText('Accepted meanwhile.')).toBeVisible()
    const other = await rowOf('Nita Rao')
    expect(other).toHaveTextContent('Has an account by now')
    expect(within(other).queryByRole('button', { name: /^Send again/ })).toBeNull()
  })

  it('revokes an invitation, confirms it, and keeps the focus where the row was', async () => {
    let now = team
    const { user } = open({
      'GET /admin/team': () => now,
      'POST /admin/team/invitations/:id/revoke': () => {
        now = { ...team, invited: team.invited.slice(1) }
        return { message: 'Ravi Menon is invited no longer.', status: 'done' }
      },
    })
    const row = await rowOf('Ravi Menon')
    await user.click(within(row).getByRole('button', { name: /^Take back/ }))
    expect(await screen.findByText('Taken back.')).toBeVisible()
    await waitFor(() => expect(row).not.toBeInTheDocument())
    expect(screen.getByText('Ravi Menon is invited no longer.')).toBeVisible()
    expect(screen.getByRole('tabpanel', { name: 'Team' })).toHaveFocus()
  })

  it.each([
    [refusal(409, 'invitation_open', 'They are invited already.'), 'Nothing was changed.'],
    [
      refusal(500, 'internal', 'Something went wrong!'),
      'It may have gone out all the same: look under Team.',
    ],
  ])('shows what is known of a failed invitation', async (answer, sentence) => {
    const { user } = open({ 'POST /admin/team/invitations': () => answer })
    const dialog = await fillIn(user, 'Ravi@mail.test')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence)
  })

  it('gives the role to an existing account, and shows that another owner has to approve', async () => {
    const { user, api } = open(isTakenBy(() => diya))
    const dialog = await fillIn(user, 'Diya@mail.test')
    expect(await within(dialog).findByText('This address has an account already')).toBeVisible()
    const give = await within(dialog).findByRole('button', { name: 'Give this account the role: Support' })
    expect(within(dialog).getByRole('alert')).toHaveTextContent('the account of Diya Mehta, and verified.')
    expect(api.sentTo('POST /admin/updateuserdata')).toEqual([])
    await user.click(give)
    expect(await screen.findByText('It is pending.')).toBeVisible()
    expect(api.sentTo('POST /admin/updateuserdata')[0]?.body).toMatchObject({
      _id: 'c1',
      role: 'admin',
      staffRole: 'support',
      expectedVersion: seen.updatedAt,
    })
  })

  it('gives no role to an account with an unverified address until it is verified', async () => {
    let verified = 'false'
    const { user } = open(isTakenBy(() => ({ ...diya, verified })))
    const dialog = await fillIn(user, 'diya@mail.test')
    expect(await within(dialog).findByText(/nobody has proved the address/)).toHaveTextContent(
      /the account of Diya Mehta, .*set a password by Forgot password first/,
    )
    expect(within(dialog).queryByRole('button', { name: /^Give/ })).toBeNull()
    verified = 'true'
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect(await within(dialog).findByRole('button', { name: /^Give/ })).toBeVisible()
  })

  it('revokes all sessions of a person', async () => {
    const end = 'POST /admin/customers/:id/sessions/revoke'
    const { user, api } = open({ [end]: () => ({ ended: 2 }) })
    await user.click(await screen.findByRole('button', { name: 'End sessions of Imran Khan' }))
    await user.click(screen.getByRole('button', { name: 'End all sessions' }))
    await waitFor(() => expect(api.sentTo(end)[0]).toMatchObject({ params: ['a2'], body: {} }))
  })
})
