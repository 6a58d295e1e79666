import { errorCatalogue } from '@jhatpat/shared/contracts/errors.ts'
import { closeOrderKey, lookUpOrderKey } from '@jhatpat/shared/contracts/order-keys.ts'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderHandMade } from '../../../../tests/screens/render-product.tsx'
import { makeItem, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork } from '../../../../tests/support/fake-api.ts'

const { status, message } = errorCatalogue.shop_busy
const busy = () =>
  Response.json(
    { code: 'shop_busy', message, msg: message, requestId: 'r1' },
    { status, headers: { 'retry-after': '5' } },
  )
const answer = {
  msg: 'ok',
  redirect_url: '/confirmation?client_txn_id=JP261121K7Q2MD',
  client_txn_id: 'JP261121K7Q2MD',
}
const tryingAgain =
  'We’re getting a lot of orders. You haven’t been charged. Retrying your order in a few seconds.'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

/** A shop that answers orders like this, one after the other, and then places them. */
async function buyAt(...answers: (() => Response)[]) {
  const page = await renderHandMade({
    items: [makeItem({ name: '86 Diamonds' })],
    fakeTimers: true,
    user: makeUser(),
    answers: (api) => {
      api.on(lookUpOrderKey, () => ({ state: 'unknown' as const }))
      api.on(closeOrderKey, () => ({ state: 'closed' as const }))
      api.on(createWalletOrder, () => answers.shift()?.() ?? answer)
    },
  })
  await page.chooseItem(/86 Diamonds/)
  await page.enterIds('player-1', 'Asha')
  await page.chooseMethod('Wallet')
  await page.buy()
  return { ...page, sent: () => page.api.sentTo(createWalletOrder) }
}
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('says that nothing was charged, and sends the same order again when the busy shop has asked it to', async () => {
  const page = await buyAt(busy)
  const shown = await screen.findByText(tryingAgain)
  expect(shown.closest('[role="status"]')).toHaveAttribute('aria-live', 'polite')
  expect(screen.getByText(message)).toBeVisible()
  await later(4_000)
  expect(page.sent()).toHaveLength(1)
  await later(1_500)
  await waitFor(() => expect(page.address()).toContain('/confirmation'))
  const [first, second] = page.sent()
  expect(second).toMatchObject({ idempotencyKey: first?.idempotencyKey, body: first?.body })
  // It certainly had no effect, so nothing needs to be looked up.
  expect(page.api.sentTo(lookUpOrderKey)).toEqual([])
})

it('offers BUY NOW when the shop stays busy, which sends the same order', async () => {
  const page = await buyAt(...Array.from({ length: 30 }, () => busy))
  await screen.findByText(tryingAgain)
  await later(75_000)
  await waitFor(() => expect(screen.queryByText(tryingAgain)).not.toBeInTheDocument())
  const before = page.sent().length
  expect(before).toBeGreaterThan(3)
  page.api.on(createWalletOrder, () => answer)
  await page.buy()
  await waitFor(() => expect(page.address()).toContain('/confirmation'))
  expect(page.sent()).toHaveLength(before + 1)
  expect(new Set(page.sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

it('does not say that nothing was charged when an earlier answer is missing', async () => {
  const page = await buyAt(noNetwork, busy, busy)
  const asking = 'No response yet. Retrying, you won’t be charged twice.'
  await screen.findByText(asking)
  await later(1_000)
  await waitFor(() => expect(page.sent()).toHaveLength(2))
  expect(screen.getByText(asking)).toBeVisible()
  expect(screen.queryByText(tryingAgain)).not.toBeInTheDocument()
})

it('stops saying that nothing was charged when a later answer is missing', async () => {
  await buyAt(busy, noNetwork, noNetwork, noNetwork)
  await screen.findByText(tryingAgain)
  await later(5_500)
  await screen.findByText('No response yet. Retrying, you won’t be charged twice.')
  expect(screen.queryByText(tryingAgain)).not.toBeInTheDocument()
  expect(screen.queryByText(message)).not.toBeInTheDocument()
})
