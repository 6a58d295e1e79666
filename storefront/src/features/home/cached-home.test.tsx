import { homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { homeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeTimeouts } from '../../../../tests/screens/fake-timeouts.ts'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeGallery, makeProduct } from '../../../../tests/screens/shop-fixture.ts'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'

const cached = new Map<string, Response>()
beforeEach(() => {
  cached.clear()
  const cache = { put: async (key: string, response: Response) => void cached.set(key, response) }
  const match = async (key: string) => cached.get(key)?.clone()
  vi.stubGlobal('caches', { open: async () => cache, match })
})

const games = (name: string) => ({
  trending: [makeProduct({ name })],
  instantGames: [],
  games: [],
  ott: [],
  others: [],
})
const popup = { url: '/media/popup.svg', redirectUrl: '/product/x', title: 'Old offer' }

/** A visit whose home showed a game and a popup. */
async function visitBefore(): Promise<void> {
  const { unmount } = renderShop('/home', {
    answers: (api) => {
      api.on(homeProducts, () => games('Known Game'))
      api.on(homeGallery, () => makeGallery({ Popup: [popup] }))
    },
  })
  await waitFor(() => expect([...cached.keys()].sort()).toEqual(['/home-1/gallery', '/home-1/products']))
  unmount()
}

function unanswered(api: FakeApi): void {
  api.on(homeProducts, () => new Promise(() => undefined))
  api.on(homeGallery, () => new Promise(() => undefined))
}

it('renders the cached home page before any answer, without its popup', async () => {
  await visitBefore()
  renderShop('/home', { answers: unanswered })
  expect(await screen.findByRole('link', { name: /Known Game/ })).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('is replaced by the server’s answer', async () => {
  await visitBefore()
  let answer: (reply: ReturnType<typeof games>) => void = () => undefined
  renderShop('/home', {
    answers: (api) => api.on(homeProducts, () => new Promise((resolve) => (answer = resolve))),
  })
  await screen.findByRole('link', { name: /Known Game/ })
  answer(games('Fresh Game'))
  expect(await screen.findByRole('link', { name: /Fresh Game/ })).toBeVisible()
  expect(screen.queryByRole('link', { name: /Known Game/ })).not.toBeInTheDocument()
})

it('is not rendered when it is old, of another format, or from the future', async () => {
  const { pass } = fakeTimeouts()
  for (const [at, body] of [
    [Date.now() - 8 * 24 * 3_600_000, games('Known Game')],
    [Date.now() + 3_600_000, games('Known Game')],
    [Date.now(), { trending: [{ name: 'Known Game' }] }],
  ] as const) {
    cached.set('/home-1/products', Response.json(body, { headers: { 'x-kept-at': String(at) } }))
    const { unmount } = renderShop('/home', { answers: unanswered })
    await pass(1_000)
    expect(screen.queryByRole('link', { name: /Known Game/ })).not.toBeInTheDocument()
    unmount()
  }
})
