// cspell:ignore backcosts
import type { ChangedPrice, PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import {
  createPriceChange,
  decidePendingPrices,
  priceChanges,
} from '@jhatpat/shared/contracts/price-changes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on } from '../../../../../tests/support/fake-api.ts'
import { makePriceChange } from '../../../testing/catalogue-fixture.ts'
import { openSheet } from '../../../testing/open-sheet.tsx'
import { setMargin } from './margin-change.tsx'

const page = (more: { pending?: PriceChange[]; sets?: PriceChange[] }) => () => ({
  planned: [],
  pending: [],
  sets: [],
  next: '',
  ...more,
})
const aPrice = (more: Partial<ChangedPrice>): ChangedPrice => ({
  itemid: 101,
  name: '86 Diamonds',
  field: 'discountedprice',
  from: 109,
  to: 100,
  result: 'applied',
  ...more,
})
const pending = makePriceChange({
  state: 'partly',
  pending: 'open',
  prices: [
    aPrice({ result: 'pending', cost: 95, costBefore: 85 }),
    aPrice({ itemid: 102, name: '172 Diamonds' }),
  ],
})

it('asks about scheduled prices that a cost has moved below their floor, and applies them under one key', async () => {
  let tries = 0
  const { user, api } = await openSheet([
    on(priceChanges, () => page({ pending: tries > 1 ? [] : [pending] })()),
    on(decidePendingPrices, () => {
      tries += 1
      if (tries === 1) return new Response(null, { status: 503 })
      return { message: 'Price updated successfully', set: makePriceChange() }
    }),
  ])
  expect(await screen.findByText('1 price for review: cost went up')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Decide…' }))
  const dialog = screen.getByRole('dialog', { name: 'Prices for review' })
  const list = within(dialog).getByRole('list', { name: 'Prices for review' })
  expect(list).toHaveTextContent(
    /86 Diamonds₹109 stays, ₹100 needs review ?costs ₹95, not ₹85: would leave 5\.0%/,
  )
  expect(list).not.toHaveTextContent('172 Diamonds')
  await user.click(within(dialog).getByRole('button', { name: 'Apply new prices' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Error updating price')
  await user.click(within(dialog).getByRole('button', { name: 'Apply new prices' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(await screen.findByText('Price updated successfully')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/for review: cost went up/)).not.toBeInTheDocument())
  const [first, second] = api.sentTo(decidePendingPrices)
  expect([first?.body, second?.body]).toEqual([{ apply: true }, { apply: true }])
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
})

it('leaves them unchanged on request', async () => {
  const { user, api } = await openSheet([
    on(priceChanges, page({ pending: [pending] })),
    on(decidePendingPrices, () => ({
      message: 'They stay as they are.',
      set: { ...pending, pending: 'dropped' as const },
    })),
  ])
  await user.click(await screen.findByRole('button', { name: 'Decide…' }))
  await user.click(screen.getByRole('button', { name: 'Keep current prices' }))
  expect(await screen.findByText('They stay as they are.')).toBeVisible()
  expect(api.sentTo(decidePendingPrices)[0]?.body).toEqual({ apply: false })
})

it('shows in the history the margin before and after each change, by the costs at that time', async () => {
  const prices = [
    aPrice({ cost: 80 }),
    aPrice({ itemid: 102, name: '172 Diamonds', from: 200, to: 160, cost: 80 }),
    aPrice({ itemid: 103, name: 'Left', from: 10, to: 20, cost: 1, result: 'changed', found: 12 }),
    aPrice({ itemid: 104, name: 'By hand', from: 10, to: 20 }),
  ]
  const { user } = await openSheet([on(priceChanges, page({ sets: [makePriceChange({ prices })] }))])
  await user.click(screen.getByRole('button', { name: 'Price history' }))
  const line = await screen.findByText(/^Average margin/)
  // 26.6 % and 60 % become 20 % and 50 %; 29 and 120 rupees become 20 and 80.
  expect(line).toHaveTextContent('Average margin 43.3% →, then 35.0%, on one of each ₹149 →, then ₹100')
  const list = screen.getByRole('list', { name: /^Prices of/, hidden: true })
  expect(list).toHaveTextContent('86 Diamonds margin 26.6% →, then 20.0%')
})

it('shows no margin for what was not written, and none where no cost was recorded', () => {
  const price = aPrice({ cost: 80 })
  expect(setMargin({ state: 'planned', prices: [{ ...price, result: null }] })?.after.paise).toBe(2_000)
  expect(setMargin({ state: 'refused', prices: [{ ...price, result: 'changed' }] })).toBeUndefined()
  expect(setMargin({ state: 'applied', prices: [aPrice({})] })).toBeUndefined()
})

it('shows what was applied and what was not', async () => {
  const made = makePriceChange({
    state: 'partly',
    pending: 'open',
    prices: [
      aPrice({}),
      aPrice({ itemid: 102, result: 'pending', cost: 99, costBefore: 95 }),
      aPrice({ itemid: 103, result: 'changed', found: 120 }),
    ],
  })
  const unknown = { ...pending, prices: [aPrice({ result: 'pending', cost: 95 })] }
  const { user } = await openSheet([
    on(priceChanges, page({ pending: [unknown] })),
    on(decidePendingPrices, () => ({ message: 'Price updated successfully', set: made })),
  ])
  const reason = '1 price for review: cost went up or was unknown'
  expect(await screen.findByText(reason)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Decide…' }))
  await user.click(screen.getByRole('button', { name: 'Apply new prices' }))
  const text =
    '1 price applied. 1 price for review again, costs rose further. 1 skipped, changed or deleted since.'
  expect(await screen.findByText(text)).toBeVisible()
})

const dropped = makePriceChange({
  state: 'refused',
  pending: 'open',
  prices: [aPrice({ to: 1, result: 'pending', cost: 85, risk: 'below_cost' })],
})

it('states that an owner must approve, and lets only an owner decide', async () => {
  const { unmount } = await openSheet([on(priceChanges, page({ pending: [dropped] }))])
  expect(await screen.findByText('1 price for review: an owner must approve')).toBeVisible()
  expect(screen.getByText(/below cost, or over 20% less in 24 hours/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Decide…' })).toBeVisible()
  unmount()
})

it('asks an owner to type an unusual price once more, and saves it under the same key', async () => {
  const { user, api, type, applyNow } = await openSheet([
    on(createPriceChange, ({ priceConfirmed }) =>
      priceConfirmed === '100'
        ? { message: 'Price updated successfully', set: makePriceChange() }
        : Response.json(
            {
              code: 'price_unconfirmed',
              message: 'This price is unusual.',
              requestId: 'rq-1',
              name: '86 Diamonds',
              price: '100',
              risk: 'below_cost',
            },
            { status: 409 },
          ),
    ),
  ])
  await type('Price of 86 Diamonds', '100')
  await applyNow()
  const dialog = await screen.findByRole('dialog', { name: '86 Diamonds for ₹100?' })
  const save = within(dialog).getByRole('button', { name: 'Save this price' })
  await user.type(within(dialog).getByLabelText('Enter the price again'), '10')
  expect(save).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Enter the price again'), '0')
  await user.click(save)
  expect(await screen.findByText('Price updated successfully')).toBeVisible()
  const [asked, confirmed] = api.sentTo(createPriceChange)
  expect(asked?.priceConfirmed).toBe('ask')
  expect(confirmed?.idempotencyKey).toBe(asked?.idempotencyKey)
})
