import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { auditChainStatus, auditRows } from '@jhatpat/shared/contracts/audit.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on } from '../../../../tests/support/fake-api.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'

const row = {
  id: 'r1',
  n: 3,
  hash: 'c'.repeat(64),
  at: '2026-11-21T15:10:00.000Z',
  by: 'Lakshmi',
  actorId: 'a2',
  action: 'balance.approve' as const,
  target: 'user:c1',
  reason: 'Bank slip',
  from: '10.0.0.1',
  before: { balancePaise: 100 },
  after: { balancePaise: 300 },
  requestId: '0f1e2d3c-aaaa',
}
const chain = {
  entries: 3,
  hash: 'ab'.repeat(32),
  waiting: 0,
  isChecking: false,
  anchored: true,
  isLate: false,
  checkedAt: '2026-11-21T15:10:00.000Z',
  broken: null,
}

type Page = ReplyOf<typeof auditRows>

const pageOf = (rows: Page['rows'], more: Partial<Page> = {}): Page => ({
  rows,
  count: rows.length,
  hasMore: false,
  next: null,
  previous: null,
  ...more,
})
const searched = (call: { url: URL } | undefined) => Object.fromEntries(call?.url.searchParams ?? [])

describe('the audit log', () => {
  it('shows the actor, the action and its target, before and after, the reason, the request and the hash', async () => {
    renderAdmin('/audit', { calls: [on(auditRows, () => pageOf([row]))] })
    await screen.findByText('Lakshmi')
    const table = within(screen.getByRole('table', { name: 'Audit log' }))
    for (const text of [
      '3',
      'Lakshmi',
      'Balance, approve',
      'user:c1',
      'balance: ₹1 → ₹3',
      'Bank slip',
      '0f1e2d3c',
      'cccccccccc',
    ]) {
      expect(table.getByText(text)).toBeVisible()
    }
  })

  it('requests what the address says, and turns its pages by cursors', async () => {
    const { user, api, address } = renderAdmin('/audit?target=JP261121AAAA&action=order.refund', {
      calls: [
        on(auditRows, () => pageOf([row], { count: 10_000, hasMore: true, next: '7.r1', previous: null })),
      ],
    })
    expect(await screen.findByText('1–1 of 10,000+')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Action Order, refund/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(api.sentTo(auditRows)).toHaveLength(2))
    const filters = { views: 'hidden', limit: '50', target: 'JP261121AAAA', action: 'order.refund' }
    expect(api.sentTo(auditRows).map(searched)).toEqual([filters, { ...filters, cursor: '7.r1' }])
    expect(address.current).toBe('/audit?action=order.refund&target=JP261121AAAA&page=2&after=7.r1')
  })

  it('finds a pasted text, and keeps the shown rows until the answer', async () => {
    const found = Promise.withResolvers<Page>()
    const { user, api } = renderAdmin('/audit', {
      calls: [on(auditRows, ({ query }) => (query.q ? found.promise : pageOf([row])))],
    })
    await screen.findByText('Lakshmi')
    await user.click(screen.getByRole('searchbox'))
    await user.paste('JP-261121-AAAA')
    await waitFor(() => expect(api.sentTo(auditRows)).toHaveLength(2))
    expect(searched(api.sentTo(auditRows)[1])).toEqual({ views: 'hidden', limit: '50', q: 'JP-261121-AAAA' })
    expect(screen.getByRole('table', { name: 'Audit log' })).toBeVisible()
    found.resolve(pageOf([]))
    expect(await screen.findByRole('heading', { name: 'No results for “JP-261121-AAAA”' })).toBeVisible()
  })

  it('names people and orders, and links to them for roles that may open them', async () => {
    const rows = [
      { ...row, target: 'user:c1', targetName: 'Asha Rao' },
      { ...row, id: 'r2', target: 'order:JP261121GVT8DMZ5' },
      { ...row, id: 'r3', target: 'table:users' },
    ]
    const first = renderAdmin('/audit', { calls: [on(auditRows, () => pageOf(rows))] })
    expect(await screen.findByRole('link', { name: 'Asha Rao' })).toHaveAttribute('href', '/usersdata/c1')
    expect(screen.getByRole('link', { name: 'JP-261121-GVT8DMZ5' })).toHaveAttribute(
      'href',
      '/txn/JP261121GVT8DMZ5',
    )
    expect(screen.getByText('table:users')).toBeVisible()
    first.unmount()
    signIn({ ...meera, staffRole: 'catalogue' })
    renderAdmin('/audit', { signedIn: false, calls: [on(auditRows, () => pageOf([row]))] })
    expect(await screen.findByText('user:c1')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'user:c1' })).toBeNull()
  })

  it('leaves out views of records unless the filter shows them', async () => {
    const { api } = renderAdmin('/audit?views=shown', { calls: [on(auditRows, () => pageOf([row]))] })
    await screen.findByText('Lakshmi')
    expect(searched(api.sentTo(auditRows)[0])).toEqual({ limit: '50', views: 'shown' })
    expect(screen.getByRole('button', { name: /^Views of records shown/ })).toBeVisible()
  })

  it('E15 distinguishes no match from an empty log', async () => {
    const { user } = renderAdmin('/audit?action=export')
    expect(await screen.findByRole('heading', { name: 'No entries match these filters' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('heading', { name: 'No entries yet.' })).toBeVisible()
  })

  it('is filtered by actor and by request in the Filter dialog', async () => {
    const { user, address } = renderAdmin('/audit', { calls: [on(auditRows, () => pageOf([row]))] })
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }))
    await user.type(dialog.getByRole('textbox', { name: 'Actor ID' }), 'a2')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Action' }), 'Export')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address.current).toBe('/audit?action=export&by=a2'))
    await user.click(screen.getByRole('button', { name: /^Actor ID a2/ }))
    await waitFor(() => expect(address.current).toBe('/audit?action=export'))
  })

  it('exports a CSV for roles that may export, and for no others', async () => {
    const first = renderAdmin('/audit', { calls: [on(auditRows, () => pageOf([row]))] })
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible()
    first.unmount()
    signIn({ ...meera, staffRole: 'support' })
    renderAdmin('/audit', { signedIn: false, calls: [on(auditRows, () => pageOf([row]))] })
    await screen.findByText('Lakshmi')
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })

  it.each([
    [{}, 'Verified, 3 entries'],
    [{ waiting: 2 }, /2 entries not sealed yet/],
    [{ anchored: false }, 'No break found, 3 entries (no external anchor)'],
    [{ isLate: true }, 'Not checked recently, 3 entries'],
  ] as const)('shows how certain the chain’s state is: %o', async (more, text) => {
    renderAdmin('/audit', { calls: [on(auditChainStatus, () => ({ ...chain, ...more }))] })
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('shows where the chain is broken, and why', async () => {
    renderAdmin('/audit', {
      calls: [on(auditChainStatus, () => ({ ...chain, broken: { n: 2, reason: 'row_changed' as const } }))],
    })
    expect(await screen.findByText('Broken at entry 2')).toBeVisible()
    expect(screen.getByText(/doesn’t match its hash/)).toBeVisible()
  })
})

describe('the menu', () => {
  it.each([
    [
      'support',
      [
        'Dashboard',
        'Pending Orders',
        'Tickets',
        'All Orders',
        'User Data',
        'Approvals',
        'Audit log',
        'Two-step verification',
      ],
    ],
    [
      'catalogue',
      [
        'Dashboard',
        'All Orders',
        'Update Products and Items',
        'View Products',
        'Create Product',
        'View Items',
        'Create Items',
        'Gallery',
        'Reports',
        'Suppliers',
        'Incidents',
        'Audit log',
        'Two-step verification',
      ],
    ],
  ] as const)('of %s has the screens of the role and no others', async (staffRole, labels) => {
    signIn({ ...meera, staffRole })
    renderAdmin('/audit', { signedIn: false })
    const menu = within(await screen.findByRole('navigation', { name: 'Admin' }))
    const links = menu.getAllByRole('link').map((link) => link.textContent)
    expect(links).toEqual(labels)
  })

  it('blocks addresses that the role may not open, and sends no call that would be refused', async () => {
    signIn({ ...meera, staffRole: 'catalogue' })
    const { api } = renderAdmin('/usersdata', { signedIn: false })
    await screen.findByRole('navigation', { name: 'Admin' })
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'User Data' })).toBeNull())
    for (const call of [usersData, processing, approvalRequests]) {
      expect(api.sentTo(call)).toEqual([])
    }
  })
})
