import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeCall, refusal } from '../../testing/fake-calls.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'

const row = {
  ...{ id: 'r1', n: 3, hash: 'c'.repeat(64), at: '2026-11-21T15:10:00.000Z' },
  ...{
    by: 'Lakshmi',
    byId: 'a2',
    act: 'balance.approve',
    target: 'user:c1',
    why: 'Bank slip',
    from: '10.0.0.1',
  },
  ...{ before: { balancePaise: 100 }, after: { balancePaise: 300 }, requestId: '0f1e2d3c-aaaa' },
}
const chain = {
  ...{ entries: 3, hash: 'ab'.repeat(32), waiting: 0, isChecking: false, anchored: true, isLate: false },
  ...{ checkedAt: '2026-11-21T15:10:00.000Z', broken: null },
}

describe('the audit log', () => {
  it('shows who did what to whom, before and after, why, by which request, and its hash', async () => {
    renderAdmin('/audit', { calls: { 'GET /admin/audit': () => ({ rows: [row], next: '' }) } })
    const table = within(await screen.findByRole('table', { name: 'Audit log' }))
    for (const text of [
      '3',
      'Lakshmi',
      'Balance, approve',
      'user:c1',
      'balancePaise: 100 → 300',
      'Bank slip',
      '0f1e2d3c',
      'cccccccccc',
    ]) {
      expect(table.getByText(text)).toBeVisible()
    }
  })

  it('asks the server for what the address says, and page after page', async () => {
    const { user, api } = renderAdmin('/audit?target=JP261121AAAA', {
      calls: { 'GET /admin/audit': () => ({ rows: [row], next: 'r1' }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Older entries' }))
    await waitFor(() => expect(api.sentTo('GET /admin/audit')).toHaveLength(2))
    expect(api.sentTo('GET /admin/audit').map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
      { target: 'JP261121AAAA' },
      { target: 'JP261121AAAA', cursor: 'r1' },
    ])
  })

  it('asks for what is typed at a pause and not at each letter, and keeps what it shows until the answer', async () => {
    let reply: (page: object) => void = () => {}
    const { user, api } = renderAdmin('/audit', {
      calls: {
        'GET /admin/audit': ({ url }: FakeCall) =>
          url.searchParams.has('target')
            ? new Promise((resolve) => {
                reply = resolve
              })
            : { rows: [row], next: '' },
      },
    })
    await screen.findByRole('table', { name: 'Audit log' })
    await user.type(screen.getByRole('searchbox', { name: /^On:/ }), 'JP2611')
    await waitFor(() => expect(api.sentTo('GET /admin/audit')).toHaveLength(2))
    expect(api.sentTo('GET /admin/audit')[1]?.url.searchParams.get('target')).toBe('JP2611')
    expect(screen.getByRole('table', { name: 'Audit log' })).toBeVisible()
    reply({ rows: [], next: '' })
    expect(await screen.findByRole('heading', { name: 'No entries' })).toBeVisible()
  })

  it('says that the next page did not come, and keeps those that are there', async () => {
    const { user } = renderAdmin('/audit', {
      calls: {
        'GET /admin/audit': ({ url }: FakeCall) =>
          url.searchParams.has('cursor')
            ? refusal(403, 'forbidden', 'Not for you.')
            : { rows: [row], next: 'r1' },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Older entries' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Not for you.')
    expect(screen.getByRole('table', { name: 'Audit log' })).toBeVisible()
  })

  it.each([
    [{}, 'Unbroken, 3 entries'],
    [{ waiting: 2 }, /2 more wait for their seal/],
    [{ anchored: false }, 'No break found, 3 entries'],
    [{ isLate: true }, 'Not checked for hours, 3 entries'],
  ] as const)('says how sure it is: %o', async (more, text) => {
    renderAdmin('/audit', { calls: { 'GET /admin/audit/chain': () => ({ ...chain, ...more }) } })
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('says where the chain is broken, and why', async () => {
    renderAdmin('/audit', {
      calls: { 'GET /admin/audit/chain': () => ({ ...chain, broken: { n: 2, why: 'row_changed' } }) },
    })
    expect(await screen.findByText('Broken at entry 2')).toBeVisible()
    expect(screen.getByText(/no longer fits its hash/)).toBeVisible()
  })
})

describe('the menu', () => {
  it.each([
    [
      'support',
      ['Pending Orders', 'Tickets', 'All Orders', 'User Data', 'Approvals', 'Audit log', 'Second factor'],
    ],
    [
      'catalogue',
      [
        ...['Dashboard', 'All Orders', 'Update Products and Items', 'View Products', 'Create Product'],
        ...['View Items', 'Create Items', 'Gallery', 'Audit log', 'Second factor'],
      ],
    ],
  ] as const)('of %s has what the role may do and nothing else', async (officeRole, labels) => {
    signIn({ ...meera, officeRole })
    renderAdmin('/audit', { signedIn: false })
    const menu = within(await screen.findByRole('navigation', { name: 'Admin' }))
    const links = menu.getAllByRole('link').map((link) => link.textContent)
    expect(links.filter((text) => text !== 'Storefront')).toEqual(labels)
  })

  it('leads nowhere by an address that is not for the role, and asks for nothing that would be refused', async () => {
    signIn({ ...meera, officeRole: 'catalogue' })
    const { api } = renderAdmin('/usersdata', { signedIn: false })
    await screen.findByRole('navigation', { name: 'Admin' })
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'User Data' })).toBeNull())
    for (const call of ['GET /admin/users_data', 'GET /admin/processing', 'GET /admin/requests']) {
      expect(api.sentTo(call)).toEqual([])
    }
  })
})
