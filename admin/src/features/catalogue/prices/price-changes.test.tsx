import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import {
  cancelPriceChange,
  createPriceChange,
  previewRollBack,
  priceChanges,
  rollBackPriceChange,
} from '@jhatpat/shared/contracts/price-changes.ts'
import { priceFloors, savePriceFloors } from '@jhatpat/shared/contracts/price-floors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on, refuse } from '../../../../../tests/support/fake-api.ts'
import { makeAdminItem, makeAdminProduct, makePriceChange } from '../../../testing/catalogue-fixture.ts'
import { meera, renderAdmin, signIn } from '../../../testing/render-admin.tsx'

const waiting = makePriceChange({
  id: 'JC261121BBBBBBBB',
  state: 'planned',
  by: 'Imran',
  endedAt: null,
  reason: 'weekend',
  prices: [{ itemid: 101, name: '86 Diamonds', field: 'resellprice', from: 101, to: 99, result: null }],
})
type Calls = NonNullable<Parameters<typeof renderAdmin>[1]>['calls']

async function open(calls: Calls = [], more: { signedIn?: boolean } = {}) {
  const view = renderAdmin('/price', {
    ...more,
    calls: [
      on(getAllProducts, () => [makeAdminProduct()]),
      on(getAllItems, () => [makeAdminItem()]),
      on(priceChanges, () => ({
        planned: [waiting],
        pending: [],
        sets: [waiting, makePriceChange()],
        next: '',
      })),
      ...calls,
    ],
  })
  await screen.findByLabelText('Price of 86 Diamonds')
  const history = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Price history' }))
    return within(await screen.findByRole('dialog', { name: 'Price history' }))
  }
  return { ...view, history }
}

it('schedules the typed prices for a time in India, and states when', async () => {
  const { user, api } = await open([
    on(createPriceChange, ({ body }) => {
      const { applyAt = '' } = body
      return { message: '', set: makePriceChange({ state: 'planned', endedAt: null, applyAt }) }
    }),
  ])
  const cell = screen.getByLabelText('Price of 86 Diamonds')
  await user.clear(cell)
  await user.type(cell, '105')
  await user.click(screen.getByRole('button', { name: 'Schedule…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Schedule price change' }))
  expect(dialog.getByText('1 price in 1 item')).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /Tomorrow/ }))
  expect(dialog.getByRole('button', { name: 'Apply at 6:00 am' })).toBeEnabled()
  await user.clear(dialog.getByLabelText('Day'))
  await user.type(dialog.getByLabelText('Day'), '01-01-2020')
  expect(dialog.getByText('Choose a time in the future.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Apply at 6:00 am' }))
  expect(api.sentTo(createPriceChange)).toEqual([])
  await user.clear(dialog.getByLabelText('Day'))
  await user.type(dialog.getByLabelText('Day'), '01-01-2099')
  await user.type(dialog.getByLabelText('Reason (optional)'), 'new year')
  await user.click(dialog.getByRole('button', { name: 'Apply at 6:00 am' }))
  expect(await screen.findByText('1 price will change 1 Jan 2099, 6:00 am.')).toBeVisible()
  expect(api.sentTo(createPriceChange)[0]?.body).toEqual({
    prices: [{ itemid: 101, field: 'discountedprice', from: 109, to: 105 }],
    applyAt: '2099-01-01T00:30:00.000Z',
    reason: 'new year',
    reviewsCost: true,
  })
  expect(screen.queryByText('1 item changes')).not.toBeInTheDocument()
})

it('lists scheduled and applied changes, and cancels a scheduled one', async () => {
  let sets = [waiting]
  const { user, api, history } = await open([
    on(priceChanges, () => ({ planned: sets, pending: [], sets: [makePriceChange()], next: '' })),
    on(cancelPriceChange, () => {
      sets = []
      return { message: '', set: makePriceChange({ ...waiting, state: 'cancelled' }) }
    }),
  ])
  const dialog = await history()
  expect(await dialog.findByText('Scheduled')).toBeVisible()
  expect(dialog.getByText('Applied')).toBeVisible()
  expect(dialog.getByText('weekend')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel 1 price, Mobile Legends' }))
  await waitFor(() => expect(dialog.queryByText('Scheduled')).not.toBeInTheDocument())
  expect(api.sentTo(cancelPriceChange)[0]?.params).toEqual({ id: waiting.id })
})

it('shows what was left alone, and that a change could not be cancelled', async () => {
  const { user, history } = await open([
    on(priceChanges, () => ({
      planned: [waiting],
      pending: [],
      sets: [
        makePriceChange({
          state: 'refused',
          prices: [{ ...waiting.prices[0]!, result: 'changed', found: 120 }],
        }),
      ],
      next: '',
    })),
    on(cancelPriceChange, () =>
      refuse('price_change_ended', { message: 'These prices were applied already.' }),
    ),
  ])
  const dialog = await history()
  expect(await dialog.findByText('Not applied')).toBeVisible()
  expect(dialog.getByText('1 skipped')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /^Cancel/ }))
  expect(await dialog.findByText('These prices were applied already.')).toBeVisible()
})

it('previews a rollback, and does it under one key until its reply arrives', async () => {
  let tries = 0
  const { user, api, history } = await open([
    on(previewRollBack, () => ({
      prices: [
        { ...makePriceChange().prices[0]!, from: 105, to: 109, now: 105, result: 'applied' as const },
        { ...waiting.prices[0]!, from: 99, to: 101, now: 97, result: 'changed' as const },
      ],
    })),
    on(rollBackPriceChange, () =>
      tries++ === 0
        ? refuse('service_unavailable', { message: 'Not now.' })
        : {
            message: 'Price updated successfully',
            set: makePriceChange({ rollsBackId: 'JC261121AAAAAAAA' }),
          },
    ),
  ])
  await user.click(
    await (await history()).findByRole('button', { name: 'Roll back 1 price, Mobile Legends' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll back' }))
  expect(await dialog.findByText('skipped, now ₹97')).toBeVisible()
  const press = () => user.click(dialog.getByRole('button', { name: 'Roll back 1 price' }))
  await press()
  expect(await dialog.findByText('Not now.')).toBeVisible()
  await press()
  expect(await screen.findByText('Price updated successfully')).toBeVisible()
  const sent = api.sentTo(rollBackPriceChange)
  expect(sent.map(({ params, body }) => [params, body])).toEqual([
    [{ id: 'JC261121AAAAAAAA' }, { reason: '' }],
    [{ id: 'JC261121AAAAAAAA' }, { reason: '' }],
  ])
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

it('shows the lowest margin and what is below its own floor, for reseller prices too', async () => {
  const cost = {
    amount: 61.5,
    unit: 'coins',
    rupees: 90,
    floorPercent: 5,
    resellFloorPercent: 12,
    readAt: '2026-11-21T10:00:00Z',
  }
  const { user } = await open([on(getAllItems, () => [makeAdminItem({ cost })])])
  for (const [label, text] of [
    ['Price of 86 Diamonds', '120'],
    ['Resell price of 86 Diamonds', '100'],
  ] as const) {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: 'Schedule…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Schedule price change' }))
  expect(dialog.getByText('86 Diamonds for resellers, 10.0%, below minimum')).toBeVisible()
  // From (17.4 + 10.8) / 2 to (25 + 10) / 2.
  expect(dialog.getByText('17.5%')).toBeVisible()
})

it('lists each scheduled change beyond the first hundred, and cancels it', async () => {
  const far = makePriceChange({ ...waiting, id: 'JC261121CCCCCCCC', reason: 'far ahead' })
  const { user, api, history } = await open([
    on(priceChanges, () => ({ planned: [waiting], pending: [], sets: [far, waiting], next: '' })),
    on(cancelPriceChange, () => ({ message: '', set: makePriceChange({ ...far, state: 'cancelled' }) })),
  ])
  const dialog = await history()
  expect(await dialog.findAllByText('Scheduled')).toHaveLength(2)
  const line = within(dialog.getByText('far ahead').closest('li')!)
  await user.click(line.getByRole('button', { name: /^Cancel/ }))
  await waitFor(() => expect(api.sentTo(cancelPriceChange)[0]?.params).toEqual({ id: far.id }))
})

it('counts only written prices as changed, and offers no rollback where none was', async () => {
  const [price] = makePriceChange().prices
  let prices = [{ ...price!, result: 'same' as 'same' | 'applied' }]
  const { user } = await open([
    on(createPriceChange, () => ({ message: '', set: makePriceChange({ prices }) })),
  ])
  const change = async () => {
    const cell = screen.getByLabelText('Price of 86 Diamonds')
    await user.clear(cell)
    await user.type(cell, '105')
    await user.click(screen.getByRole('button', { name: 'Apply now' }))
  }
  await change()
  expect(await screen.findByText('Price updated successfully')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Roll back' })).not.toBeInTheDocument()
  prices = [
    { ...price!, result: 'applied' },
    { ...price!, field: 'resellprice', result: 'same' },
  ]
  await change()
  const dock = await screen.findByRole('region', { name: 'Prices changed' })
  expect(dock).toHaveTextContent('1 price changed at')
  expect(within(dock).getByRole('button', { name: 'Roll back' })).toBeVisible()
})

it('is read-only for roles that may not change prices', async () => {
  signIn({ ...meera, staffRole: 'operations' })
  const { history } = await open([], { signedIn: false })
  const dialog = await history()
  expect(await dialog.findByText('Scheduled')).toBeVisible()
  expect(dialog.queryByRole('button', { name: /^(Cancel|Roll back)/ })).not.toBeInTheDocument()
})

it('sets the minimum margins against their loaded values, and explains what no floor can be', async () => {
  let tries = 0
  const { user, api } = await open([
    on(priceFloors, () => ({ customers: 5, resellers: 5, __v: 2 })),
    on(savePriceFloors, () =>
      tries++ === 0
        ? refuse('service_unavailable', { message: 'Not now.' })
        : { customers: 12, resellers: 5, __v: 3 },
    ),
  ])
  await user.click(screen.getByRole('button', { name: 'Minimum margins' }))
  const field = await screen.findByLabelText('Customer prices, %')
  const save = () => user.click(screen.getByRole('button', { name: 'Save minimum margins' }))
  await user.clear(field)
  await user.type(field, '99')
  await save()
  expect(screen.getByText('From 0 to 90.')).toBeVisible()
  expect(api.sentTo(savePriceFloors)).toEqual([])
  await user.clear(field)
  await user.type(field, '12')
  await save()
  expect(await screen.findByText('Not now.')).toBeVisible()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(api.sentTo(savePriceFloors)[1]?.body).toEqual({ customers: 12, resellers: 5, __v: 2 })
  const keys = api.sentTo(savePriceFloors).map(({ idempotencyKey }) => idempotencyKey)
  expect([typeof keys[0], keys.length, new Set(keys).size]).toEqual(['string', 2, 1])
})
