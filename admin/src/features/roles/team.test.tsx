import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeCall, refusal } from '../../testing/fake-calls.ts'
import { meera, renderAdmin } from '../../testing/render-admin.tsx'

const seen = { createdAt: '2026-01-02T06:00:00.000Z', updatedAt: '2026-11-20T06:00:00.000Z' }
const person = (_id: string, name: string, part: object = {}) => ({
  ...{ ...meera, ...seen, _id, name, email: `${name.split(' ')[0]?.toLowerCase()}@jhatpat.test` },
  ...part,
})
const factor = { since: '2026-03-14T06:00:00.000Z', recoveryCodesLeft: 10 }
const member = (officeRole: string, user: object, part: object = {}) => ({
  ...{ user: { ...user, officeRole }, officeRole, secondFactor: factor, sessions: 1 },
  ...{ lastSeenAt: '2026-11-21T15:00:00.000Z', ...part },
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
  asked: [{ _id: 'a5', name: 'Joseph K', officeRole: 'finance' }],
}
const saved = (status = 'done') => ({ message: `It is ${status}.`, status, user: person('a2', 'Imran Khan') })

const open = (calls: Record<string, (call: FakeCall) => unknown> = {}) =>
  renderAdmin('/roles/team', { calls: { 'GET /admin/team': () => team, ...calls } })
const rowOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'b' })).closest('li') as HTMLElement

it('tells what each role may do, in groups, with how many have it', async () => {
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
  ).toEqual([...['Yes', 'Yes', '—No', '—No', 'With a second person']])
})

describe('the team', () => {
  it('is told with roles, second factors, sessions, and who waits for another owner', async () => {
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

  it('gives another role after one has confirmed it with a reason, as the account was seen', async () => {
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
      ...{
        _id: 'a2',
        role: 'admin',
        officeRole: 'finance',
        reason: 'Moves to accounts',
        seen: seen.updatedAt,
      },
    })
  })

  it('leaves a role alone that somebody else changed first, and says to look again', async () => {
    const { user } = open({
      'POST /admin/updateuserdata': () => refusal(409, 'user_changed', 'Somebody was first.'),
    })
    await user.selectOptions(within(await rowOf('Imran Khan')).getByRole('combobox'), 'finance')
    await user.type(screen.getByLabelText(/^Reason/), 'Moves to accounts')
    await user.click(screen.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Close this window and look again.')
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull()
  })

  it('takes somebody out: a customer again, without a role in the office', async () => {
    const { user, api } = open({ 'POST /admin/updateuserdata': () => saved() })
    await user.selectOptions(within(await rowOf('Sana Pathan')).getByRole('combobox'), 'none')
    await user.type(screen.getByLabelText(/^Reason/), 'Left')
    await user.click(screen.getByRole('button', { name: 'Take out' }))
    await waitFor(() => expect(api.sentTo('POST /admin/updateuserdata')).toHaveLength(1))
    const { body } = api.sentTo('POST /admin/updateuserdata')[0] as { body: object }
    expect(body).toMatchObject({ _id: 'a4', role: 'user' })
    expect(body).not.toHaveProperty('officeRole')
  })

  it('adds who has an account, and says that another owner has to agree', async () => {
    const diya = { ...person('c1', 'Diya Mehta'), role: 'user', email: 'diya@mail.test' }
    const { user, api } = open({
      'GET /admin/users_data': ({ url }) => ({
        users: url.searchParams.get('q') === 'diya@mail.test' ? [diya] : [],
        ...{ totalPages: 1, totalCount: 1, isCut: false, secondAdminAbove: 5_000 },
      }),
      'POST /admin/updateuserdata': () => saved('waiting'),
    })
    await user.click(await screen.findByRole('button', { name: 'Add someone' }))
    const dialog = screen.getByRole('dialog')
    await user.type(within(dialog).getByLabelText('Email'), 'nobody@mail.test')
    await user.click(within(dialog).getByRole('radio', { name: /^Support/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Add to the team' }))
    expect(await within(dialog).findByText(/^Nobody has an account/)).toBeVisible()
    await user.clear(within(dialog).getByLabelText('Email'))
    await user.type(within(dialog).getByLabelText('Email'), 'Diya@mail.test')
    await user.click(within(dialog).getByRole('button', { name: 'Add to the team' }))
    expect(await screen.findByText('It is waiting.')).toBeVisible()
    expect(api.sentTo('POST /admin/updateuserdata')[0]?.body).toMatchObject({
      ...{ _id: 'c1', role: 'admin', officeRole: 'support' },
    })
  })

  it('ends all sessions of somebody', async () => {
    const end = 'POST /admin/customers/:id/sessions/end'
    const { user, api } = open({ [end]: () => ({ ended: 2 }) })
    await user.click(await screen.findByRole('button', { name: 'End sessions of Imran Khan' }))
    await user.click(screen.getByRole('button', { name: 'End all sessions' }))
    await waitFor(() => expect(api.sentTo(end)[0]).toMatchObject({ params: ['a2'], body: {} }))
  })
})
