import type { SavedView } from '@jhatpat/shared/contracts/saved-views.ts'
import { removeView, renameView, savedViews, saveView } from '@jhatpat/shared/contracts/saved-views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../tests/support/fake-api.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { viewQuery } from './saved-views.tsx'

const late: SavedView = { id: 'v1', name: 'Late today', query: 'status=Processing', isShared: true }
const mine: SavedView = {
  id: 'v2',
  name: 'UPI above ₹2,000',
  isShared: false,
  query: 'cols=value+item&min=2000&paymentmode=upi&sort=-value',
}

/** A server that stores views, as the real one does. */
function renderWith(path: string, views: SavedView[], calls: PreparedAnswer[] = []) {
  const server = { views }
  return renderAdmin(path, {
    calls: [
      on(savedViews, () => server),
      on(saveView, ({ body }) => {
        const { name, query, isShared = false } = body
        server.views = [...server.views, { id: 'v9', name, query, isShared }]
        return server
      }),
      on(renameView, ({ params, body }) => {
        server.views = server.views.map((view) => (view.id === params.id ? { ...view, ...body } : view))
        return server
      }),
      on(removeView, ({ params }) => {
        server.views = server.views.filter(({ id }) => id !== params.id)
        return server
      }),
      ...calls,
    ],
  })
}

const bar = async () => within(await screen.findByRole('navigation', { name: 'Saved views' }))
const linkTo = async (name: RegExp | string) => (await bar()).findByRole('link', { name })

describe('saved views', () => {
  it('are links to their addresses; the current one is marked, on any page of it', async () => {
    const { user, address } = renderWith('/txn', [late, mine])
    expect(await linkTo('All')).toHaveAttribute('aria-current', 'page')
    await user.click(await linkTo('UPI above ₹2,000'))
    expect(address.current).toBe(`/txn?${mine.query}`)
    expect(await linkTo('UPI above ₹2,000')).toHaveAttribute('aria-current', 'page')
    const heads = within(await screen.findByRole('main')).queryAllByRole('columnheader')
    if (heads.length > 0)
      expect(heads.map(({ textContent }) => textContent)).toEqual(['Order', 'Amount↓', 'Item'])
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  it('ignore the order of parameters and the position in the table', () => {
    expect(viewQuery('?page=3&after=1.JP&status=Failed&min=2')).toBe(viewQuery('min=2&status=Failed'))
    expect(viewQuery('?page=2&before=1.JP')).toBe('')
    expect(viewQuery('cols=item+value')).not.toBe(viewQuery('cols=value+item'))
  })

  it('store the address under a name, for the whole team if an owner chooses so', async () => {
    const { user, api } = renderWith('/txn?status=Failed&page=2&after=1.JP', [late])
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const pop = within(screen.getByRole('dialog', { name: 'Save view' }))
    expect(pop.getByRole('textbox', { name: 'Name of the view' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(pop.getByText('A view needs a name.')).toBeVisible()
    await user.keyboard('Failed ones')
    await user.click(pop.getByRole('checkbox', { name: 'Share with the team' }))
    await user.click(pop.getByRole('button', { name: 'Save' }))
    expect(await linkTo(/^Failed ones ?, shared with the team$/)).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.sentTo(saveView).map(({ body }) => body)).toEqual([
      { table: 'orders', name: 'Failed ones', query: 'status=Failed', isShared: true },
    ])
  })

  it('show why a name is refused, and keep what was typed', async () => {
    const message = 'A view with this name exists. Choose another name.'
    const { user } = renderWith(
      '/wallettxn?type=Credit',
      [],
      [on(saveView, () => refuse('view_name_taken', { message: message }))],
    )
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.keyboard('Refunds{Enter}')
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name of the view' })).toHaveValue('Refunds')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus()
  })

  it('are renamed and deleted in place; the address stays', async () => {
    const { user, address, api } = renderWith('/txn?status=Processing', [late, mine])
    await user.click(await screen.findByRole('button', { name: 'Rename or delete Late today' }))
    const name = screen.getByRole('textbox', { name: 'Name of the view' })
    await user.clear(name)
    await user.type(name, 'Late{Enter}')
    await linkTo(/^Late ?, shared with the team$/)
    await user.click(screen.getByRole('button', { name: 'Rename or delete Late' }))
    await user.click(screen.getByRole('button', { name: 'Delete this view' }))
    expect(api.sentTo(removeView)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Delete it for the whole team' }))
    await waitFor(async () => expect((await bar()).getAllByRole('link')).toHaveLength(2))
    expect(address.current).toBe('/txn?status=Processing')
    expect(screen.getByRole('button', { name: 'Save view' })).toBeVisible()
  })

  it('of the admin precede shared ones of the same address', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    const own = { ...late, id: 'v3', name: 'My late ones', isShared: false }
    renderAdmin('/txn?status=Processing', {
      signedIn: false,
      calls: [on(savedViews, () => ({ views: [late, own] }))],
    })
    expect(await linkTo('My late ones')).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('button', { name: 'Rename or delete My late ones' })).toBeVisible()
  })

  it('of the whole team are changed only by owners', async () => {
    signIn({ ...meera, staffRole: 'operations' })
    const { user } = renderAdmin('/txn?status=Processing', {
      signedIn: false,
      calls: [on(savedViews, () => ({ views: [late] }))],
    })
    expect(await linkTo(/^Late today ?, shared with the team$/)).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('button', { name: /^Rename or delete/ })).toBeNull()
    await user.click(await linkTo('All'))
    expect(screen.queryByRole('checkbox', { name: 'Share with the team' })).toBeNull()
  })

  it.each([
    ['/usersdata?search=asha', 'users'],
    ['/viewitems?q=diamonds', 'items'],
    ['/viewproducts?category=Games', 'products'],
    ['/audit?action=export', 'audit'],
  ] as const)('are shown above %s too', async (path, table) => {
    const { user, api } = renderWith(path, [])
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.keyboard('Mine{Enter}')
    await linkTo('Mine')
    expect(api.sentTo(saveView)[0]?.body).toMatchObject({ table, query: path.split('?')[1] })
  })
})
