import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import {
  overridePause,
  refreshSupplier,
  setSupplier,
  suppliers,
} from '@jhatpat/shared/contracts/suppliers.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { amountText, lastsText, secondsText } from '../../lib/suppliers/supplier-texts.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { makeSupplierAccount } from '../../testing/supplier-fixture.ts'

const paused = {
  itemid: 1001,
  name: '6,042 Diamonds',
  imgpath: '/media/a.webp',
  cost: '5480',
  inStock: true,
  pausedAt: new Date().toISOString(),
  isOverridden: false,
}
const low = makeSupplierAccount({
  account: 'SMILEPH',
  isLow: true,
  balance: { amount: '5310', readAt: new Date().toISOString() },
  waiting: { orders: 6, units: 6, cost: '4900', oldestAt: null },
  paused: [paused],
})
const panel = (name: string) => within(screen.getByRole('region', { name }))

describe('the suppliers’ screen', () => {
  it('shows the balance of an account, how long it lasts, and its deliveries', async () => {
    renderAdmin('/suppliers', { calls: [on(suppliers, () => [makeSupplierAccount()])] })
    await screen.findByRole('heading', { name: 'Smile.one BR' })
    const account = panel('Smile.one BR')
    for (const text of ['1,81,380 coins', '9 h 20 min', '98.8%', '31 s', '4 min 10 s', 'Operational']) {
      expect(account.getByText(text)).toBeInTheDocument()
    }
    expect(account.getByText('at this hour’s rate, 19,430 coins/hour')).toBeInTheDocument()
    expect(account.getByText('Wrong region')).toBeInTheDocument()
    expect(account.getByText('Code 20099')).toBeInTheDocument()
    expect(screen.getByText('No paused items.')).toBeInTheDocument()
  })

  it('shows no share, time or end where it has too little data', async () => {
    const few = makeSupplierAccount({
      balance: null,
      history: [],
      available: null,
      spendRate: {
        over: 'few',
        perHour: null,
        runwayMs: null,
        spentLastHour: '0',
        spentLastDay: '0',
        unpriced: 0,
      },
      day: {
        ...makeSupplierAccount().day!,
        deliveredPercent: null,
        medianSeconds: null,
        p90Seconds: null,
        rejections: [],
        unknown: 0,
      },
    })
    renderAdmin('/suppliers', { calls: [on(suppliers, () => [few])] })
    await screen.findAllByText('Not enough data')
    expect(panel('Smile.one BR').getAllByText('Not enough data')).toHaveLength(4)
    expect(panel('Smile.one BR').getByText('never updated')).toBeInTheDocument()
  })

  it('shows since when an account is unresponsive, and marks its balance as old', async () => {
    const silent = makeSupplierAccount({
      unresponsiveSince: '2026-11-21T10:00:00.000Z',
      lastError: 'no answer within 10 s',
      balance: { amount: '500', readAt: '2026-11-21T09:58:00.000Z' },
    })
    renderAdmin('/suppliers', { calls: [on(suppliers, () => [silent])] })
    expect(await screen.findByText(/No balance since .*3:30 pm.* no answer/)).toBeInTheDocument()
    expect(panel('Smile.one BR').getByText(/^updated .*3:28 pm/)).toBeInTheDocument()
    expect(panel('Smile.one BR').getByText('Not responding')).toBeInTheDocument()
  })

  it('shows how many units an earlier account has that is no longer polled', async () => {
    renderAdmin('/suppliers', { calls: [on(suppliers, () => [makeSupplierAccount({ earlierUnits: 2 })])] })
    expect(await screen.findByText(/2 unclear units were bought from an earlier account/)).toBeInTheDocument()
  })

  it('draws no reading beyond the end of its line, also where its last point is later than the balance', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const history = [20, 10, 0].map((hours) => ({ at: hoursAgo(hours), amount: '900' }))
    const late = makeSupplierAccount({ history, balance: { amount: '880', readAt: hoursAgo(1) } })
    renderAdmin('/suppliers', { calls: [on(suppliers, () => [late])] })
    const drawn = await screen.findByRole('img', { name: /^Balance of Smile\.one BR/ })
    const path = drawn.querySelector('.balance')?.getAttribute('d') ?? ''
    const places = [...path.matchAll(/[ML]([\d.]+)/g)].map(([, x]) => Number(x))
    expect(places).toHaveLength(3)
    expect(Math.max(...places)).toBeLessThanOrEqual(300)
  })

  it('shows what is paused and why, and sells it on request', async () => {
    let all: SupplierAccount[] = [low]
    const { user, api } = renderAdmin('/suppliers', {
      calls: [
        on(suppliers, () => all),
        on(overridePause, () => {
          all = [{ ...low, paused: [{ ...paused, isOverridden: true }] }]
          return { message: 'On sale anyway until the balance covers it' }
        }),
      ],
    })
    expect(await screen.findByText('1 item of Smile.one PH is paused')).toBeInTheDocument()
    expect(screen.getByText(/has 5,310 coins; 6 paid orders need 4,900 coins/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Sell anyway, 6,042 Diamonds' }))
    expect(await screen.findByText(/on sale anyway until covered/)).toBeInTheDocument()
    expect(api.sentTo(overridePause)[0]?.params).toEqual({ itemid: 1001 })
    expect(screen.queryByText('1 item of Smile.one PH is paused')).not.toBeInTheDocument()
  })

  it('polls an account’s balance on request', async () => {
    const fresh = makeSupplierAccount({ balance: { amount: '7', readAt: new Date().toISOString() } })
    const { user } = renderAdmin('/suppliers', {
      calls: [on(suppliers, () => [makeSupplierAccount()]), on(refreshSupplier, () => fresh)],
    })
    await user.click(await screen.findByRole('button', { name: 'Check balance, Smile.one BR' }))
    expect(await screen.findByText('Points fetched successfully')).toBeInTheDocument()
    expect(panel('Smile.one BR').getByText('7 coins')).toBeInTheDocument()
  })

  it('shows when the account does not answer', async () => {
    const { user } = renderAdmin('/suppliers', {
      calls: [
        on(suppliers, () => [makeSupplierAccount()]),
        on(refreshSupplier, () => refuse('supplier_unavailable', { message: 'No.' })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Check balance, Smile.one BR' }))
    expect(await screen.findByText('Failed to fetch points')).toBeInTheDocument()
  })

  it('saves an alert threshold with the version that was loaded, commas included, and under another key after a refusal', async () => {
    const { user, api } = renderAdmin('/suppliers', {
      calls: [
        on(suppliers, () => [makeSupplierAccount()]),
        on(setSupplier, () =>
          refuse('supplier_settings_changed', { message: 'Somebody has changed these settings meanwhile.' }),
        ),
      ],
    })
    const form = within(await screen.findByRole('form', { name: 'Smile.one BR' }))
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Alert at, Smile.one BR' }), '75,000')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Somebody has changed these settings meanwhile.')).toBeInTheDocument()
    expect(api.sentTo(setSupplier)[0]?.body).toEqual({
      lowBalanceLevel: '75000',
      reserve: '0',
      isAutoPauseOn: true,
      version: 3,
    })
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.sentTo(setSupplier)).toHaveLength(2))
    const keys = api.sentTo(setSupplier).map(({ idempotencyKey }) => idempotencyKey)
    expect([typeof keys[0], new Set(keys).size]).toEqual(['string', 2])
  })

  it('switches pausing with the saved values, and keeps unfinished text beside it', async () => {
    const after = makeSupplierAccount({
      settings: { ...makeSupplierAccount().settings, isAutoPauseOn: false, version: 4 },
    })
    const { user, api } = renderAdmin('/suppliers', {
      calls: [on(suppliers, () => [makeSupplierAccount()]), on(setSupplier, () => after)],
    })
    const form = within(await screen.findByRole('form', { name: 'Smile.one BR' }))
    const alertField = form.getByRole('textbox', { name: 'Alert at, Smile.one BR' })
    await user.type(alertField, '7')
    await user.click(form.getByRole('switch'))
    await waitFor(() => expect(form.getByRole('switch')).not.toBeChecked())
    expect(api.sentTo(setSupplier)[0]?.body).toEqual({
      lowBalanceLevel: '',
      reserve: '0',
      isAutoPauseOn: false,
      version: 3,
    })
    expect(alertField).toHaveValue('7')
  })

  it('keeps what is typed when another admin saves, and shows the saved value', async () => {
    let all = [makeSupplierAccount()]
    const { user, socket } = renderAdmin('/suppliers', { calls: [on(suppliers, () => all)] })
    const form = within(await screen.findByRole('form', { name: 'Smile.one BR' }))
    const reserve = form.getByRole('textbox', { name: 'Reserve' })
    await user.clear(reserve)
    await user.type(reserve, '500')
    all = [
      makeSupplierAccount({ settings: { ...makeSupplierAccount().settings, reserve: '9000', version: 4 } }),
    ]
    await act(async () => socket.suppliersChanged('SMILEBR'))
    expect(await form.findByText('Current value: 9,000')).toBeInTheDocument()
    expect(reserve).toHaveValue('500')
  })

  it('is read-only for a role that may change nothing', async () => {
    signIn({ ...meera, staffRole: 'finance' })
    renderAdmin('/suppliers', { signedIn: false, calls: [on(suppliers, () => [low])] })
    expect(await screen.findByText('6,042 Diamonds')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Sell anyway/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Low-balance alert' })).not.toBeInTheDocument()
  })
})

describe('the suppliers’ bar', () => {
  it('is on every screen, with problems as text, and updates automatically', async () => {
    let all = [makeSupplierAccount()]
    const { socket } = renderAdmin('/maintenance', { calls: [on(suppliers, () => all)] })
    const bar = await screen.findByRole('link', { name: /^Smile.one BR/ }, { timeout: 5_000 })
    expect(bar).toHaveTextContent('Smile.one BR 1,81,380 coins, 9 h 20 min')
    expect(bar).toHaveAttribute('href', '/suppliers')
    all = [low]
    await act(async () => socket.suppliersChanged('SMILEPH'))
    await waitFor(() => expect(bar).toHaveTextContent('Smile.one PH 5,310 coins, 1 item paused'))
  })

  it('is not fetched for roles that may not view it', async () => {
    signIn({ ...meera, staffRole: 'support' })
    const { api } = renderAdmin('/tickets', { signedIn: false })
    await screen.findByText('No open tickets.')
    expect(api.sentTo(suppliers)).toEqual([])
  })
})

describe('texts of amounts and times', () => {
  it('use the account’s own currency', () => {
    expect(amountText('1284.6', 'USD')).toBe('$1,284.60')
    expect(amountText('-12.5', 'USD')).toBe('−$12.50')
    expect(amountText('402.5', 'coins')).toBe('402.5 coins')
  })

  it('are as exact as useful', () => {
    const minute = 60_000
    expect([0.5, 20, 60, 160, 1_260, 1_500, 6_000].map((one) => lastsText(one * minute))).toEqual([
      'under a minute',
      '20 min',
      '1 h',
      '2 h 40 min',
      '21 h',
      '25 h',
      '4 days',
    ])
    expect([31, 72, 250, 1_140].map(secondsText)).toEqual(['31 s', '72 s', '4 min 10 s', '19 min'])
  })
})
