import { salesReport } from '@jhatpat/shared/contracts/sales.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, on, refuse } from '../../../../tests/support/fake-api.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { emptySummary, makeSales } from './sales-fixture.ts'

const queryOf = ({ url }: { url: URL }) => Object.fromEntries(url.searchParams)
const open = (path = '/money', answer: Answer<typeof salesReport> = () => makeSales()) =>
  renderAdmin(path, { calls: [on(salesReport, answer)] })

describe('the money screen', () => {
  it('shows the period in five figures, each beside the same number of days before', async () => {
    open()
    const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement
    expect(await figure('Sales')).toHaveTextContent('₹9,36,210100.0% more than previous period')
    expect(await figure('Margin')).toHaveTextContent('₹1,67,58117.9% of sales')
    expect(await figure('Refunded')).toHaveTextContent('₹48,2105.1% of sales, was 0.0%')
    expect(await figure('Delivered on time')).toHaveTextContent('95.1%Target 98%')
    expect(screen.getByText(/counted at 8:46 pm on 21 Nov/)).toBeInTheDocument()
  })

  it('states for how many orders the cost is not known', async () => {
    const total = {
      ...emptySummary,
      orders: 4,
      sales: 350,
      priced: 200,
      margin: 100.24,
      unknownCost: 3,
      ended: 4,
    }
    open('/money', () => makeSales({ total }))
    expect(await screen.findByText('Cost unknown for 3 orders')).toBeInTheDocument()
    expect(screen.getByText(/50\.1% of ₹200/)).toBeInTheDocument()
  })

  it('shows redeliveries and their cost, by day and by product', async () => {
    const redeliveries = { redeliveries: 3, redeliveriesWithoutCost: 1, redeliveryCost: 284 }
    const { total, days, rows } = makeSales()
    const { user } = open('/money', () =>
      makeSales({
        total: { ...total, ...redeliveries },
        days: days.map((one, at) => (at === 0 ? { ...one, ...redeliveries } : one)),
        rows: rows.map((one, at) =>
          at === 1 ? { ...one, redeliveries: 1, redeliveriesWithoutCost: 1 } : one,
        ),
      }),
    )
    expect(
      await screen.findByText('3 free replacements, cost ₹284, deducted from the margin; unknown for 1.'),
    ).toBeVisible()
    const salesTable = within(screen.getByRole('table', { name: 'By product' }))
    expect(salesTable.getByRole('row', { name: /Sitara/ })).toHaveTextContent('1cost unknown')
    await user.click(screen.getByText('All numbers by day'))
    const byDay = within(screen.getByRole('table', { name: 'By day' }))
    expect(byDay.getByRole('row', { name: /15 Nov/ })).toHaveTextContent('3₹284')
  })

  it('has all numbers of its charts in a table, with a day without sales as zero', async () => {
    const { user } = open()
    await user.click(await screen.findByText('All numbers by day'))
    const rows = within(screen.getByRole('table', { name: 'By day' })).getAllByRole('row')
    expect(rows[1]).toHaveTextContent('16 Nov0₹0')
    expect(rows[2]).toHaveTextContent('15 Nov2,019₹9,36,210₹7,68,629')
  })

  it('requests the days in the address, and stores what is chosen there', async () => {
    const { user, api, address } = open(
      '/money?period=between&from=2026-10-01&to=2026-10-31&customers=resellers',
    )
    await screen.findByText('All numbers by day')
    expect(queryOf(api.sentTo(salesReport)[0]!)).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      customers: 'resellers',
    })
    await user.click(screen.getByRole('button', { name: 'Mobile Legends' }))
    await waitFor(() =>
      expect(queryOf(api.sentTo(salesReport).at(-1)!)).toMatchObject({ productid: 'mobile-legends' }),
    )
    await user.click(screen.getByRole('tab', { name: '30 days' }))
    await waitFor(() => {
      const { from, to } = queryOf(api.sentTo(salesReport).at(-1)!)
      expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(29)
    })
    expect(address.current).toContain('period=30')
    expect(address.current).not.toContain('from=')
  })

  it('sorts the products by the clicked column, and shows where a margin is not known', async () => {
    const { user } = open()
    const table = await screen.findByRole('table', { name: 'By product' })
    const names = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent?.slice(0, 6))
    expect(names()).toEqual(['Mobile', 'Sitara'])
    await user.click(within(table).getByRole('button', { name: /Sales/ }))
    expect(names()).toEqual(['Sitara', 'Mobile'])
    expect(within(table).getByText('cost unknown')).toBeInTheDocument()
  })

  it('shows when nothing was sold, and when the figures do not load', async () => {
    const { unmount } = open('/money', () =>
      makeSales({ total: emptySummary, days: [], rows: [], refunds: [] }),
    )
    expect(await screen.findByText('No sales in this period')).toBeInTheDocument()
    unmount()
    open('/money', () => refuse('invalid_request', { message: 'Choose 366 days or fewer.' }))
    expect(await screen.findByText('Error: Choose 366 days or fewer.')).toBeInTheDocument()
  })

  it.each([
    ['finance', true],
    ['support', false],
  ] as const)('is visible to %s: %s', async (staffRole, isThere) => {
    const calls = [on(salesReport, () => makeSales())]
    signIn({ ...meera, staffRole })
    renderAdmin('/money', { signedIn: false, calls })
    if (isThere) expect(await screen.findByRole('heading', { level: 1, name: 'Reports' })).toBeInTheDocument()
    else expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
  })
})
