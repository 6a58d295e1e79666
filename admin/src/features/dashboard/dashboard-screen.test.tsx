import { queryPoints, queryPointsPh, stats } from '@jhatpat/shared/contracts/admin.ts'
import { incidentsNow } from '@jhatpat/shared/contracts/incidents.ts'
import { suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, type PreparedAnswer, refuse } from '../../../../tests/support/fake-api.ts'
import { makeIncident } from '../../testing/incident-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeSupplierAccount } from '../../testing/supplier-fixture.ts'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

const points = (smile_points: string) => () => ({ status: 200, smile_points, message: 'ok' })
const row = (name: string) => screen.findByRole('listitem', { name })

describe('the dashboard', () => {
  it('ADASH-01 shows total orders, completed, refunded, processing and the total sale', async () => {
    renderAdmin('/')
    const figure = async (name: string) => (await screen.findByText(name)).nextElementSibling
    expect(await figure('Total orders')).toHaveTextContent('2,48,913')
    expect(await figure('Completed')).toHaveTextContent('2,39,404')
    expect(await figure('Refunded')).toHaveTextContent('6,120')
    expect(await figure('Processing')).toHaveTextContent('11')
    expect(await figure('Sales')).toHaveTextContent('₹12,34,567.50')
  })

  it('shows Error: and the message when the counters do not load, and retries', async () => {
    let broken = true
    const { user } = renderAdmin('/', {
      calls: [
        on(stats, () =>
          broken
            ? refuse('forbidden', { message: 'You don’t have permission for this.' })
            : { total_order: 3, completed: 1, refunded: 1, processing: 1, total_sale: 10 },
        ),
      ],
    })
    expect(await screen.findByText('Error: You don’t have permission for this.')).toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Total orders')).toBeInTheDocument()
  })

  it('shows nothing about suppliers without a problem', async () => {
    renderAdmin('/')
    await screen.findByText('Total orders')
    expect(screen.queryByText(/not sold|could not check/)).not.toBeInTheDocument()
  })

  it('ADASH-02 ADASH-04 fetches the points at BR and shows them', async () => {
    const { user, api } = renderAdmin('/', { calls: [on(queryPoints, points('181380.00'))] })
    const br = await row('Smile.one BR')
    expect(api.sentTo(queryPoints)).toEqual([])
    await user.click(within(br).getByRole('button', { name: /Check balance/ }))
    expect(await within(br).findByText(/Points fetched successfully/)).toBeInTheDocument()
    expect(br).toHaveTextContent('1,81,380 points')
    expect(await row('Smile.one PH')).toHaveTextContent('Not checked yet')
  })

  it('ADASH-03 ADASH-04 fetches the points at PH and shows them', async () => {
    const { user } = renderAdmin('/', { calls: [on(queryPointsPh, points('42110.25'))] })
    const ph = await row('Smile.one PH')
    await user.click(within(ph).getByRole('button', { name: /Check balance/ }))
    expect(await within(ph).findByText(/Points fetched successfully/)).toBeInTheDocument()
    expect(ph).toHaveTextContent('42,110.25 points')
  })

  it.each([
    [
      'the supplier does not answer',
      () => refuse('supplier_unavailable', { message: 'Failed to fetch points' }),
    ],
    ['the answer has another status than 200', () => ({ status: 500, smile_points: '', message: 'no' })],
  ])('ADASH-05 says Failed to fetch points when %s', async (_why, answer) => {
    const { user } = renderAdmin('/', { calls: [on(queryPoints, answer)] })
    const br = await row('Smile.one BR')
    await user.click(within(br).getByRole('button', { name: /Check balance/ }))
    expect(await within(br).findByText('Failed to fetch points')).toBeInTheDocument()
    expect(br).not.toHaveTextContent('Points fetched successfully')
  })

  it('shows the most urgent orders, each with a link to the board', async () => {
    const late = new Date(Date.now() - 34 * 60_000).toISOString()
    const { user } = renderAdmin('/', {
      orders: [
        makeBoardOrder(),
        makeBoardOrder({ orderid: 'JP261121LATE01', itemname: '284 Diamonds', processingSince: late }),
      ],
    })
    const panel = await screen.findByRole('region', { name: 'Needs action' })
    await within(panel).findByText('284 Diamonds')
    expect(within(panel).getAllByRole('listitem')[0]).toHaveTextContent('284 Diamonds')
    expect(screen.getByText('1 late')).toBeInTheDocument()
    await user.click(within(panel).getByRole('link', { name: 'Open 284 Diamonds for Vyom Shah' }))
    expect(
      await screen.findByRole('listitem', { name: '284 Diamonds for Vyom Shah', current: true }),
    ).toBeInTheDocument()
  })

  it('leaves out orders that are processed automatically until they are late', async () => {
    const trying = {
      needsAction: false,
      pendingReason: { kind: 'in_progress', since: '', detail: '' },
    } as const
    const late = new Date(Date.now() - 31 * 60_000).toISOString()
    const { unmount } = renderAdmin('/', {
      orders: [
        makeBoardOrder({ ...trying, orderid: 'JP261121BYITSELF', itemname: 'Goes on' }),
        makeBoardOrder({ ...trying, orderid: 'JP261121LATE02', itemname: 'Too late', processingSince: late }),
        makeBoardOrder({ itemname: 'By hand' }),
      ],
    })
    const panel = await screen.findByRole('region', { name: 'Needs action' })
    await within(panel).findByText('By hand')
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([expect.stringContaining('Too late'), expect.stringContaining('By hand')])
    unmount()
    renderAdmin('/', { orders: [makeBoardOrder({ ...trying, orderid: 'JP261121BYITSELF' })] })
    expect(await screen.findByText('No orders need action. The rest are processing.')).toBeInTheDocument()
  })
})

describe('the dashboard’s alerts', () => {
  it('states that a ticket is close to the end of its 48 hours, or beyond, without a supplier’s name', async () => {
    const at = '2026-11-21T10:00:00.000Z'
    const alert = { account: '', name: '86 Diamonds', marginLost: 0, detail: at, count: 1 }
    renderAdmin('/', {
      calls: [
        on(supplyAlerts, () =>
          (['ticket_ending', 'ticket_over'] as const).map((kind) => ({
            ...alert,
            kind,
            supplierItemId: 'JP261121AAAA01',
            firstAt: at,
            lastAt: at,
          })),
        ),
      ],
    })
    const near = await screen.findByText('A ticket about 86 Diamonds is close to its 48-hour limit.')
    expect(near.parentElement).toHaveTextContent('Check Tickets. Sent at 3:30 pm.')
    expect(screen.getByText('A ticket about 86 Diamonds passed its 48-hour limit.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Alerts' })).toContainElement(near)
  })

  it('shows what suppliers keep us from selling, with the margin that a sale would lose', async () => {
    const at = new Date().toISOString()
    const alert = { account: 'SMILEBR', supplierItemId: '13', count: 1, firstAt: at, lastAt: at }
    renderAdmin('/', {
      calls: [
        on(supplyAlerts, () => [
          {
            ...alert,
            kind: 'price_changed' as const,
            name: '86 Diamonds',
            marginLost: 55,
            detail: '',
            count: 3,
          },
          {
            ...alert,
            kind: 'fields_changed' as const,
            account: 'MOOGOLD',
            name: '',
            marginLost: 0,
            detail: 'asks for Server',
          },
          { ...alert, kind: 'check_trouble' as const, name: '', marginLost: 0, detail: 'Erro (20099)' },
        ]),
      ],
    })
    const price = await screen.findByText(
      '86 Diamonds was not sold: Smile.one BR’s price is 55% higher than its list.',
    )
    expect(price.parentElement).toHaveTextContent('Blocked 3 times before payment')
    const fields = screen.getByText('Product 13 is not sold: MooGold needs different account details.')
    expect(fields.parentElement).toHaveTextContent('It asks for Server. Blocked once')
    expect(screen.getByText('Smile.one BR couldn’t check IDs.').parentElement).toHaveTextContent(
      'Erro (20099)',
    )
  })

  it.each([
    ['sms', 'SMS are not being sent.'],
    ['mail', 'Emails are not being sent.'],
  ])('shows that messages wait (%s), and why', async (account, title) => {
    const at = new Date('2026-11-21T10:00:00Z').toISOString()
    const alert = { supplierItemId: '', name: '', marginLost: 0, count: 2, firstAt: at, lastAt: at }
    const detail = 'Insufficient wallet balance (416)'
    renderAdmin('/', {
      calls: [on(supplyAlerts, () => [{ ...alert, kind: 'messages_wait' as const, account, detail }])],
    })
    expect((await screen.findByText(title)).parentElement).toHaveTextContent(
      'Reason: Insufficient wallet balance (416). Each is retried for a day; login OTPs expire sooner. Last at 3:30 pm.',
    )
  })

  it('shows that orders were refused in a rush', async () => {
    const at = new Date('2026-11-21T10:00:00Z').toISOString()
    const alert = {
      account: '',
      supplierItemId: '',
      name: '',
      marginLost: 0,
      count: 1,
      firstAt: at,
      lastAt: at,
    }
    const detail = '12 refused in 10 seconds; placing one took 240 ms, 32 at once'
    renderAdmin('/', { calls: [on(supplyAlerts, () => [{ ...alert, kind: 'shop_busy' as const, detail }])] })
    const title = await screen.findByText('The store was too busy and rejected orders.')
    expect(title.parentElement).toHaveTextContent(
      `${detail}. Nothing was charged. If it lasts, add api processes. Last at 3:30 pm.`,
    )
  })
})

describe('a supplier that doesn’t respond', () => {
  const since = new Date('2026-11-21T15:26:00Z').toISOString()
  const silent = makeSupplierAccount({ unresponsiveSince: since })
  const calls = (more: PreparedAnswer[] = []) => [
    on(suppliers, () => [silent, makeSupplierAccount({ account: 'MOOGOLD' })]),
    ...more,
  ]

  it('is reported above the dashboard, with what cannot be done, since when, and one button', async () => {
    renderAdmin('/', { calls: calls() })
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('Smile.one BR isn’t responding: orders can’t be placed.')
    expect(note).toHaveTextContent('13 items are affected since 8:56 pm.')
    expect(within(note).getByRole('link', { name: 'Start incident…' })).toHaveAttribute(
      'href',
      '/incident?off=SMILEBR',
    )
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('is not reported while an incident keeps its orders on hold, and is then on hold everywhere', async () => {
    const incident = makeIncident({ scope: 'SMILEBR' })
    renderAdmin('/', { calls: calls([on(incidentsNow, () => [incident])]) })
    expect(await screen.findByText(/on hold$/, { selector: '.glance span' })).toHaveTextContent(
      'Smile.one BR',
    )
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
