import { searchAll } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on } from '../../../../tests/support/fake-api.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { matchIn, oddity } from './palette-entries.ts'

type Results = ReplyOf<typeof searchAll>['results']

const order: Results[number] = {
  by: 'order',
  what: 'order',
  id: 'JP261121GVT8DMZ5',
  title: 'JP261121GVT8DMZ5',
  detail: '257 Diamonds, Arjun Nair',
  status: 'Processing',
}
const results: Results = [
  order,
  { by: 'start', what: 'user', id: '5f'.repeat(12), title: 'Arjun Nair', detail: 'arjun.nair@mail.test' },
  { by: 'start', what: 'product', id: 'free-fire', title: 'Free Fire', detail: 'Mobile Games' },
]

/** Opens the search as a role, on a screen that has its own. */
async function openAs(staffRole: StaffRole, found: Results = results) {
  signIn({ ...meera, staffRole })
  const view = renderAdmin('/', { signedIn: false, calls: [on(searchAll, () => ({ results: found }))] })
  await screen.findByRole('navigation', { name: 'Admin' })
  await view.user.keyboard('{Control>}k{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }))
  const field = dialog.getByRole('combobox', { name: 'Search' })
  const titles = () =>
    dialog.queryAllByRole('option').map((option) => option.querySelector('b, .b')?.textContent)
  return { ...view, dialog, field, titles }
}

describe('the search over everything', () => {
  it('opens by Ctrl K with the focus in its field, moves by arrows and opens by Enter', async () => {
    const { user, dialog, field, titles, address } = await openAs('owner')
    expect(field).toHaveFocus()
    await user.keyboard('jp-261121 gvt8')
    await waitFor(() => expect(titles()[0]).toBe('JP-261121-GVT8DMZ5'))
    const found = dialog.getByRole('option', { selected: true })
    expect(found).toHaveTextContent('JP-261121-GVT8DMZ5257 Diamonds, Arjun NairProcessing')
    expect(field).toHaveAttribute('aria-activedescendant', found.id)
    expect(found.querySelector('mark')).toHaveTextContent('JP-261121-GVT8')
    await user.keyboard('{ArrowDown}')
    expect(dialog.getByRole('option', { selected: true })).toHaveTextContent(/^Arjun Nair.*Customer$/)
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(address.current).toBe('/txn/JP261121GVT8DMZ5'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('opens a pasted id by Enter also when the answer is still on its way', async () => {
    const { user, address } = await openAs('owner', [order])
    await user.paste('JP-261121-GVT8DMZ5')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address.current).toBe('/txn/JP261121GVT8DMZ5'))
  })

  it('lists what was opened last, of this admin alone, and stores nothing but kinds and ids', async () => {
    const first = await openAs('owner')
    await first.user.keyboard('jp-261121 gvt8')
    await waitFor(() => expect(first.titles()[0]).toBe('JP-261121-GVT8DMZ5'))
    await first.user.keyboard('{Enter}')
    await waitFor(() => expect(first.address.current).toBe('/txn/JP261121GVT8DMZ5'))
    await first.user.keyboard('{Control>}k{/Control}gallery')
    await waitFor(() => expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^Gallery/))
    await first.user.keyboard('{Enter}')
    await waitFor(() => expect(first.address.current).toBe('/admingallery'))
    expect(Object.values({ ...localStorage })).toContain('["screen /admingallery","order JP261121GVT8DMZ5"]')
    await first.user.keyboard('{Control>}k{/Control}')
    const recent = within(await screen.findByRole('group', { name: 'Recent' }))
    await waitFor(() => expect(recent.getAllByRole('option')).toHaveLength(2))
    expect(recent.getAllByRole('option').map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^Gallery/),
      expect.stringMatching(/^JP-261121-GVT8DMZ5.*Processing$/),
    ])
    await first.user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(first.address.current).toBe('/txn/JP261121GVT8DMZ5'))
    signIn({ ...meera, _id: 'another-admin' })
    first.unmount()
    const other = renderAdmin('/', { signedIn: false, calls: [on(searchAll, () => ({ results }))] })
    await screen.findByRole('navigation', { name: 'Admin' })
    await other.user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('option', { name: /^Gallery/ })
    expect(screen.queryByRole('group', { name: 'Recent' })).not.toBeInTheDocument()
  })

  it('says that an action is confirmed on the page that it leads to', async () => {
    const { user, dialog, titles } = await openAs('owner', [order])
    await user.keyboard('refund jp-261121 gvt8')
    await waitFor(() => expect(titles()[0]).toBe('Refund JP-261121-GVT8DMZ5…'))
    expect(dialog.getByRole('option', { selected: true })).toHaveTextContent(
      '257 Diamonds, Arjun Nair. You confirm it on the order’s page',
    )
  })

  it('opens a result in a new tab by Ctrl Enter', async () => {
    const { user, dialog, browser } = await openAs('owner')
    await user.keyboard('gallery')
    await dialog.findByText('gallery', { exact: false, selector: 'mark' })
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(browser.tab.goTo).toHaveBeenCalledWith('/admin/admingallery'))
  })

  it('reads an action and its object, and asks the server only for the object', async () => {
    const { user, api, dialog, titles, address } = await openAs('operations', [order])
    await user.keyboard('refund jp-261121 gvt8')
    await waitFor(() => expect(titles()[0]).toBe('Refund JP-261121-GVT8DMZ5…'))
    expect(api.sentTo(searchAll).at(-1)?.query).toEqual({ q: 'jp-261121 gvt8' })
    await user.clear(dialog.getByRole('combobox'))
    await user.keyboard('pause moo')
    await waitFor(() => expect(titles()[0]).toBe('Pause MooGold…'))
    await waitFor(() => expect(dialog.getByRole('status')).toBeEmptyDOMElement())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address.current).toBe('/incident?off=MOOGOLD'))
  })

  it.each<[StaffRole, string, string]>([
    ['support', 'refund jp-261121', 'Refund'],
    ['finance', 'cancel jp-261121', 'Cancel'],
    ['catalogue', 'pause moogold', 'Pause'],
    ['finance', 'prices free fire', 'Change prices'],
    ['support', 'gallery', 'Gallery'],
  ])('shows %s nothing for “%s”, which is not for that role', async (role, typed, title) => {
    const { user, dialog, titles } = await openAs(role)
    await user.keyboard(typed)
    await waitFor(() => expect(dialog.getByRole('status')).not.toHaveTextContent('Searching…'))
    expect(titles().filter((text) => text?.startsWith(title))).toEqual([])
  })

  it('states what is unusual about a text without a result', async () => {
    const { user, dialog } = await openAs('owner', [])
    await user.keyboard('98765 4321')
    expect(
      await dialog.findByText(
        'No results for “98765 4321”. A mobile number has 10 digits and a UPI reference 12; this has 9.',
      ),
    ).toBeInTheDocument()
  })
})

it.each([
  ['JP-261121-VJ6HCTJC', 'jp 2611 21 vj6', ['', 'JP-261121-VJ6', 'HCTJC']],
  ['Arjun Nair', 'nair', ['Arjun ', 'Nair', '']],
  ['Arjun Nair', '98765', ['Arjun Nair', '', '']],
  ['Suppliers', '', ['Suppliers', '', '']],
])('marks in “%s” what “%s” matches', (title, typed, parts) => {
  expect(matchIn(title, typed)).toEqual(parts)
})

it('counts the characters of an order id that is too short', () => {
  expect(oddity('JP-261121-VJ6')).toBe('An order ID has 16 characters; this has 11.')
  expect(oddity('someone')).toMatch(/^Enter the start of a name/)
})
