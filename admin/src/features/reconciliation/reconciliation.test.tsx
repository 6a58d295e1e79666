import type { DayException, ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { compareDay, reconciledDay, resolveException } from '@jhatpat/shared/contracts/reconciliation.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const exception: DayException = {
  id: 'paid_not_booked/JP261120JT7BS7C7',
  kind: 'paid_not_booked',
  day: '2026-11-20',
  of: 'order',
  ref: 'JP261120JT7BS7C7',
  external: '₹345.00 received',
  internal: 'Failed, no money booked',
  amount: 345,
  foundAt: '2026-11-20T22:30:00.000Z',
  state: 'open',
  closed: null,
}

const reading = {
  account: 'SMILEBR',
  unit: 'coins',
  balance: '939.5',
  at: '2026-11-20T22:31:00.000Z',
  balanceDrop: 60.5 as number | null,
  purchasedAmount: 60.5 as number | null,
}
const agreeing = { exceptions: [], booked: 704_180 }

const aDay = (more: Partial<ReconciledDay> = {}): ReconciledDay => ({
  day: '2026-11-20',
  state: 'done',
  comparedAt: '2026-11-20T22:31:00.000Z',
  asked: 2_300,
  unanswered: 0,
  received: 704_180,
  payments: 2_141,
  booked: 703_835,
  captures: 2_140,
  wallets: 38_214.5,
  entries: 4_602,
  units: 1_862,
  unproven: 0,
  balances: [reading],
  unreadSuppliers: [],
  exceptions: [exception],
  open: 1,
  openDays: ['2026-11-20'],
  ...more,
})

const path = '/reconciliation?day=2026-11-20'

describe('the reconciliation', () => {
  it('shows the four sources and only what does not agree, each with its link', async () => {
    renderAdmin(path, { calls: [on(reconciledDay, () => aDay())] })
    const comparison = await screen.findByRole('region', { name: 'Daily reconciliation' })
    for (const text of [
      '₹7,04,180.00',
      '₹7,03,835.00',
      '₹345.00 less than received',
      '+₹38,214.50',
      '1,862 units',
    ])
      expect(comparison).toHaveTextContent(text)
    expect(
      within(comparison)
        .getAllByRole('img')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Differs', 'Matches', 'Matches'])
    expect(screen.getByRole('heading', { name: '1 exception' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'JP-261120-JT7BS7C7' })).toHaveAttribute(
      'href',
      expect.stringContaining('/txn?q=JP261120JT7BS7C7'),
    )
  })

  it('names suppliers and formats their amounts as elsewhere', async () => {
    renderAdmin(path, {
      calls: [on(reconciledDay, () => aDay({ balances: [{ ...reading, balance: '60537.5' }] }))],
    })
    const row = await screen.findByRole('row', { name: /^Smile\.one BR/ })
    expect(row).toHaveTextContent('60,537.5 coins')
    expect(row).toHaveTextContent('60.5 coins')
  })

  it('records an explanation once, and shows its author', async () => {
    const closed = { at: '2026-11-21T04:10:00.000Z', by: 'Lakshmi', note: 'Credited by hand.' }
    let day = aDay()
    const { user, api } = renderAdmin(path, {
      calls: [
        on(reconciledDay, () => day),
        on(resolveException, () => {
          day = aDay({ exceptions: [{ ...exception, state: 'resolved', closed }], open: 0 })
          return day.exceptions[0]!
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Resolve Payment without an order/ }))
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByRole('button', { name: /^Mark as fixed/ })).toBeDisabled()
    await user.type(within(dialog).getByLabelText(/^Explanation/), 'Credited by hand.')
    await user.click(within(dialog).getByRole('button', { name: /^Mark as fixed/ }))
    expect(api.sentTo(resolveException).map(({ body }) => body)).toEqual([
      { id: exception.id, state: 'resolved', note: 'Credited by hand.' },
    ])
    expect(await screen.findByText('Credited by hand.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'All explained' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Resolve/ })).not.toBeInTheDocument()
  })

  it('names the other admin after a concurrent explanation, and keeps the dialog open', async () => {
    const said = 'Someone already handled this. Nothing was changed.'
    const { user } = renderAdmin(path, {
      calls: [
        on(reconciledDay, () => aDay()),
        on(resolveException, () => refuse('exception_resolved', { message: said })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Resolve/ }))
    await user.type(screen.getByLabelText(/^Explanation/), 'Nothing.')
    await user.click(screen.getByRole('button', { name: /^Mark as explained/ }))
    expect(await screen.findByText(said)).toBeInTheDocument()
  })

  it('of a clean day shows that nothing is to explain, and links to days with open exceptions', async () => {
    const days = { openDays: ['2026-11-18'], open: 2 }
    const { user, address } = renderAdmin(path, {
      calls: [on(reconciledDay, () => aDay({ ...agreeing, ...days }))],
    })
    expect(await screen.findByText('No exceptions')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^18 Nov/ }))
    await waitFor(() => expect(address.current).toContain('day=2026-11-18'))
  })

  it.each<[string, Partial<ReconciledDay>]>([
    ['1 payment had no response.', { unanswered: 1 }],
    ['MooGold: order list was only partly read.', { unreadSuppliers: ['MOOGOLD'] }],
    ['No supplier balance was read.', { balances: [] }],
    [
      'Smile.one BR: balance couldn’t be matched with purchases.',
      { balances: [{ ...reading, balance: '', balanceDrop: null, purchasedAmount: null }] },
    ],
    ['₹1.00 less than received', { booked: 704_179 }],
  ])('does not claim that a day agrees where not all was compared: %s', async (said, more) => {
    renderAdmin(path, { calls: [on(reconciledDay, () => aDay({ ...agreeing, ...more }))] })
    expect(await screen.findByText(said)).toBeInTheDocument()
    expect(screen.queryByText(/No differences/)).not.toBeInTheDocument()
    expect(screen.getAllByRole('img', { name: 'Matches' }).length).toBeLessThan(3)
  })

  it('compares a day on request, and shows the progress', async () => {
    let day = aDay({ state: 'none', comparedAt: null, exceptions: [], open: 0, openDays: [] })
    const { user } = renderAdmin(path, {
      calls: [
        on(reconciledDay, () => day),
        on(compareDay, () => {
          day = aDay({ state: 'running', asked: 40, exceptions: [] })
          return day
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Run reconciliation' }))
    expect(await screen.findByText(/40 payments checked so far/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Compare/ })).not.toBeInTheDocument()
  })

  it('puts the result under the day that was compared, when another is shown in the meantime', async () => {
    let answer: ((day: ReconciledDay) => void) | undefined
    const { user } = renderAdmin(path, {
      calls: [
        on(reconciledDay, ({ params: { day } }) =>
          aDay({ day, state: 'none', comparedAt: null, exceptions: [] }),
        ),
        on(
          compareDay,
          () =>
            new Promise<ReconciledDay>((resolve) => {
              answer = resolve
            }),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Run reconciliation' }))
    await waitFor(() => expect(answer).toBeDefined())
    await user.click(screen.getByRole('button', { name: 'Day before' }))
    expect(await screen.findByRole('button', { name: 'Run reconciliation' })).toBeEnabled()
    await act(async () => answer?.(aDay({ state: 'running', asked: 40, exceptions: [] })))
    expect(screen.getByText('Not reconciled yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Day after' }))
    expect(await screen.findByText(/40 payments checked so far/)).toBeVisible()
  })
})
