import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeCall, refusal } from '../../testing/fake-calls.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { anAdminUser, usersPage } from './an-admin-user.ts'

const list = 'GET /admin/users_data'
const many = usersPage([anAdminUser()], { totalPages: 400, totalCount: 10_000 })
const queryOf = ({ url }: FakeCall) => Object.fromEntries(url.searchParams)

describe('the users', () => {
  it('AUSER-01 stand in a paged table, with what one needs to know of each', async () => {
    const blocked = anAdminUser({ _id: 'c0ffee00c0ffee00c0ffee02', name: 'Ritu Das', isBlocked: 'true' })
    const fresh = anAdminUser({
      _id: 'c0ffee00c0ffee00c0ffee03',
      name: 'Vyom Shah',
      verified: 'false',
      mobilenumber: '',
    })
    const rows = usersPage([anAdminUser(), blocked, fresh], { totalPages: 2, totalCount: 28 })
    const { user, api, address } = renderAdmin('/usersdata', { calls: { [list]: () => rows } })
    const table = await screen.findByRole('table', { name: 'Users' })
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
    await waitFor(() => expect(queryOf(api.sentTo(list).at(-1)!)).toEqual({ page: '2', limit: '25' }))
    expect(address.current).toBe('/usersdata?page=2')
  })

  it('AUSER-02 come 25, 50, 100, 250 or 500 at a time', async () => {
    const { user, api, address } = renderAdmin('/usersdata?page=3', { calls: { [list]: () => many } })
    const sizes = await screen.findByRole('combobox', { name: 'Rows on a page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['25', '50', '100', '250', '500'])
    await user.selectOptions(sizes, '500')
    await waitFor(() => expect(queryOf(api.sentTo(list).at(-1)!)).toEqual({ page: '1', limit: '500' }))
    expect(address.current).toBe('/usersdata?size=500')
  })

  it('are those that the address names', async () => {
    const { api } = renderAdmin('/usersdata?search=asha&page=4&size=100', { calls: { [list]: () => many } })
    await screen.findByRole('table', { name: 'Users' })
    expect(queryOf(api.sentTo(list)[0]!)).toEqual({ q: 'asha', page: '4', limit: '100' })
    expect(screen.getByRole('searchbox')).toHaveValue('asha')
  })

  it('are searched when the typing pauses, from the first page on', async () => {
    const { user, api, address } = renderAdmin('/usersdata?page=3', { calls: { [list]: () => many } })
    await screen.findByRole('table', { name: 'Users' })
    await user.keyboard('/98765')
    await waitFor(() =>
      expect(queryOf(api.sentTo(list).at(-1)!)).toEqual({ q: '98765', page: '1', limit: '25' }),
    )
    expect(address.current).toBe('/usersdata?search=98765')
    expect(api.sentTo(list)).toHaveLength(2)
  })

  it('that a search does not find are told from none at all', async () => {
    const { user } = renderAdmin('/usersdata?search=zzz', {
      calls: { [list]: ({ url }: FakeCall) => (url.searchParams.has('q') ? usersPage([]) : many) },
    })
    expect(await screen.findByRole('heading', { name: 'Nobody found for “zzz”' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show everyone' }))
    expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('that are more than a search gives are said to be', async () => {
    const cut = usersPage([anAdminUser()], { totalPages: 20, totalCount: 500, isCut: true })
    renderAdmin('/usersdata?search=a', { calls: { [list]: () => cut } })
    expect(await screen.findByText('1–1 of 500+')).toBeVisible()
    expect(screen.getByText(/another letter finds/)).toBeVisible()
  })

  it('that could not be loaded are asked for again', async () => {
    let isDown = true
    const { user } = renderAdmin('/usersdata', {
      calls: { [list]: () => (isDown ? refusal(500, 'internal', 'Something went wrong!') : many) },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Error: Something went wrong!')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible()
  })
})
