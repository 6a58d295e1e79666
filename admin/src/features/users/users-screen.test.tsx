import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeAdminUser, usersPage } from './admin-user-fixture.ts'

const next = '1763750000000.c0ffee00c0ffee00c0ffee01'
const many = usersPage([makeAdminUser()], { totalPages: 400, totalCount: 10_000, next })
const queryOf = ({ url }: { url: URL }) => Object.fromEntries(url.searchParams)

describe('the users', () => {
  it('AUSER-01 are in a paged table, with the main facts on each', async () => {
    const blocked = makeAdminUser({ _id: 'c0ffee00c0ffee00c0ffee02', name: 'Ritu Das', isBlocked: 'true' })
    const fresh = makeAdminUser({
      _id: 'c0ffee00c0ffee00c0ffee03',
      name: 'Vyom Shah',
      verified: 'false',
      mobilenumber: '',
    })
    const rows = usersPage([makeAdminUser(), blocked, fresh], { totalPages: 2, totalCount: 28, next })
    const { user, api, address } = renderAdmin('/usersdata', { calls: [on(usersData, () => rows)] })
    await screen.findByRole('row', { name: /Vyom Shah/ })
    const table = screen.getByRole('table', { name: 'User Data' })
    const [, first, second, third] = within(table).getAllByRole('row')
    for (const text of [
      'Arjun Nair',
      'u8mhmx1a',
      'arjun.nair@mail.test',
      '98765 43210',
      'user',
      '₹1,840.00',
      'Verified',
    ]) {
      expect(first).toHaveTextContent(text)
    }
    expect(second).toHaveTextContent('Blocked')
    expect(third).toHaveTextContent('Not verified')
    expect(third).toHaveTextContent('N/A')
    expect(screen.getByText('1–3 of 28')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ cursor: next, limit: '25' }))
    expect(address.current).toBe(`/usersdata?page=2&after=${next}`)
  })

  it('AUSER-02 come 25, 50, 100, 250 or 500 at a time', async () => {
    const { user, api, address } = renderAdmin('/usersdata?page=3', { calls: [on(usersData, () => many)] })
    const sizes = await screen.findByRole('combobox', { name: 'Rows on a page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['25', '50', '100', '250', '500'])
    await user.selectOptions(sizes, '500')
    await waitFor(() => expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ limit: '500' }))
    expect(address.current).toBe('/usersdata?size=500')
  })

  it('are those that the address names', async () => {
    const { api } = renderAdmin('/usersdata?search=asha&role=reseller&page=4&size=100', {
      calls: [on(usersData, () => many)],
    })
    await screen.findByRole('row', { name: /Arjun Nair/ })
    const asked = { q: 'asha', role: 'reseller', page: '4', limit: '100' }
    expect(queryOf(api.sentTo(usersData)[0]!)).toEqual(asked)
    expect(screen.getByRole('searchbox')).toHaveValue('asha')
  })

  it('are searched when the typing pauses, from the first page on', async () => {
    const { user, api, address } = renderAdmin('/usersdata?page=3', { calls: [on(usersData, () => many)] })
    await screen.findByRole('row', { name: /Arjun Nair/ })
    await user.keyboard('/98765')
    await waitFor(() => expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ q: '98765', limit: '25' }))
    expect(address.current).toBe('/usersdata?q=98765')
    expect(api.sentTo(usersData)).toHaveLength(2)
  })

  it('without a match for a search differ from none at all', async () => {
    const { user } = renderAdmin('/usersdata?search=zzz', {
      calls: [on(usersData, ({ url }) => (url.searchParams.has('q') ? usersPage([]) : many))],
    })
    expect(await screen.findByRole('heading', { name: 'No results for “zzz”' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('row', { name: /Arjun Nair/ })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('beyond the limit of a search are mentioned', async () => {
    const cut = usersPage([makeAdminUser()], { totalPages: 20, totalCount: 500, isTruncated: true })
    renderAdmin('/usersdata?search=a', { calls: [on(usersData, () => cut)] })
    expect(await screen.findByText('1–1 of 500+')).toBeVisible()
    expect(screen.getByText(/^Showing the first 500\. Add/)).toBeVisible()
  })

  it('filtered from a search are said to be of its first matches, also where there are none', async () => {
    const none = usersPage([], { totalPages: 0, totalCount: 0, isTruncated: true })
    renderAdmin('/usersdata?q=a&role=reseller', { calls: [on(usersData, () => none)] })
    expect(await screen.findByText(/^Showing the first 500 results/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'No results for “a”' })).toBeVisible()
  })

  it('that could not be loaded are fetched again on request', async () => {
    let isDown = true
    const { user } = renderAdmin('/usersdata', {
      calls: [
        on(usersData, () => (isDown ? refuse('internal', { message: 'Something went wrong!' }) : many)),
      ],
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Error: Something went wrong!')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('row', { name: /Arjun Nair/ })).toBeVisible()
  })

  it('are filtered by role and flags, also with a search, and sorted by sign-up', async () => {
    const { user, api, address } = renderAdmin('/usersdata', { calls: [on(usersData, () => many)] })
    await user.click(await screen.findByRole('button', { name: 'Role: Any' }))
    await user.click(screen.getByRole('menuitem', { name: 'reseller' }))
    await user.click(screen.getByRole('button', { name: 'Blocked: Any' }))
    await user.click(screen.getByRole('menuitem', { name: 'yes' }))
    await user.click(screen.getByRole('button', { name: /^Joined/ }))
    const narrowed = { limit: '25', role: 'reseller', isBlocked: 'true' }
    await waitFor(() =>
      expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ ...narrowed, sort: 'createdAt' }),
    )
    await user.keyboard('/asha')
    await waitFor(() => expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ ...narrowed, q: 'asha' }))
    expect(address.current).toBe('/usersdata?q=asha&role=reseller&isBlocked=true&sort=createdAt')
    expect(screen.queryByRole('button', { name: /^Joined/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Role reseller/ }))
    await waitFor(() =>
      expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ limit: '25', isBlocked: 'true', q: 'asha' }),
    )
  })

  it('found by a search are paged by number: it has no cursors', async () => {
    const found = usersPage([makeAdminUser()], { totalPages: 3, totalCount: 60 })
    const { user, api, address } = renderAdmin('/usersdata?q=a', { calls: [on(usersData, () => found)] })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() =>
      expect(queryOf(api.sentTo(usersData).at(-1)!)).toEqual({ limit: '25', q: 'a', page: '2' }),
    )
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(queryOf(api.sentTo(usersData).at(-1)!)).toMatchObject({ page: '3' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled())
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(address.current).toBe('/usersdata?q=a&page=2')
  })

  it('have columns to choose and to move, except the actions, and open by Enter', async () => {
    const { user, address } = renderAdmin('/usersdata?cols=email', { calls: [on(usersData, () => many)] })
    await screen.findByRole('row', { name: /Arjun Nair/ })
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads()).toEqual(['Name', 'Email', 'Actions'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(screen.queryByRole('checkbox', { name: 'Actions' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Balance' }))
    await waitFor(() => expect(heads()).toEqual(['Name', 'Email', 'Balance', 'Actions']))
    await user.keyboard('{Escape}j{Enter}')
    expect(address.current).toBe('/usersdata/c0ffee00c0ffee00c0ffee01')
  })
})

it('are counted in the singular and the plural', async () => {
  const one = usersPage([makeAdminUser()], { totalPages: 1, totalCount: 1 })
  renderAdmin('/usersdata', { calls: [on(usersData, () => one)] })
  await screen.findByRole('row', { name: /Arjun Nair/ })
  expect(screen.getByText('user', { selector: '.sm' })).toHaveTextContent(/^1 user$/)
})
