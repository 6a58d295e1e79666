import { type Order, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answerOf, path } from '../../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../../tests/support/fake-api.ts'
import { inChunks } from './vault-texts.ts'

const values = ['X7KQ2-M4TDV-9PRHC', 'B3WZN8YTR6KLM2PQ']
const at = '2026-11-21T15:14:00.000Z'
const delivered = (vault: Order['vault']) =>
  makeOrder({
    status: 'Completed',
    revision: 4,
    itemname: 'Steam ₹1,000',
    vault,
    timeline: [{ step: 'completed', at }],
  })

function renderVault(vault: Order['vault'], answer?: () => unknown) {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(orderStatus, () => answerOf(delivered(vault)))
      api.on(revealSecret, ({ body }) => {
        if (answer) return answer() as never
        const look = {
          at,
          secret: body.secret,
          label: 'Code',
          device: 'Chrome on Android',
          address: '49.37.112.x',
        }
        return { label: 'Code', value: values[body.secret] as string, reveals: [look] }
      })
    },
  })
}

const two = [{ label: 'Code' }, { label: 'Code', revealedAt: at }]
const reveal = (name: string | RegExp) => screen.findByRole('button', { name })
const shownText = () => document.querySelector('.vault')?.textContent ?? ''

describe('an order that delivered codes', () => {
  it('announces them, and shows none of them before a reveal', async () => {
    const { api } = renderVault(two)
    expect(await screen.findByRole('heading', { name: 'Your 2 codes are here' })).toBeVisible()
    expect(await reveal('Reveal Code 1 of 2')).toHaveClass('btn-accent')
    expect(await reveal('Reveal Code 2 of 2')).not.toHaveClass('btn-accent')
    expect(shownText()).toContain('First viewed')
    expect(screen.getByText('Your codes are above. Only you can see them.')).toBeVisible()
    expect(screen.getByText(/Only you can view them\.$/)).toBeVisible()
    expect(api.sentTo(revealSecret)).toHaveLength(0)
  })

  it('reveals one of them, to be copied unchanged, and lists the reveals', async () => {
    const { user, api } = renderVault(two)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(await reveal('Reveal Code 2 of 2'))
    await user.click(await reveal('Copy Code 2 of 2'))
    expect(writeText).toHaveBeenCalledWith(values[1])
    expect(await screen.findByText('Copied', { selector: '.btn' })).toBeVisible()
    expect(api.sentTo(revealSecret).map(({ body }) => body)).toEqual([
      { client_txn_id: 'JP261121K7Q2MD', secret: 1 },
    ])
    expect(shownText()).toContain(values[1])
    expect(shownText()).not.toContain(values[0])
    const reveals = within(document.querySelector('.looks') as HTMLElement)
    expect(reveals.getByRole('listitem')).toHaveTextContent('Code 2 of 2 · Chrome on Android · 49.37.112.x')
  })

  it('hides it again, and each reveal asks the server again', async () => {
    const { user, api } = renderVault(two)
    await user.click(await reveal('Reveal Code 1 of 2'))
    await user.click(await reveal('Hide Code 1 of 2'))
    expect(shownText()).not.toContain(values[0])
    await user.click(await reveal('Reveal Code 1 of 2'))
    await reveal('Copy Code 1 of 2')
    expect(api.sentTo(revealSecret)).toHaveLength(2)
  })

  it('hides all of them when the tab is left', async () => {
    const { user } = renderVault(two)
    await user.click(await reveal('Reveal Code 1 of 2'))
    await reveal('Copy Code 1 of 2')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(shownText()).not.toContain(values[0])
    expect(await reveal('Reveal Code 1 of 2')).toBeVisible()
  })

  it('hides it after a minute', async () => {
    const { user } = renderVault(two)
    const button = await reveal('Reveal Code 1 of 2')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await user.click(button)
    await reveal('Copy Code 1 of 2')
    const [hide] = timers.mock.calls.find(([, ms]) => ms === 60_000) ?? []
    expect(shownText()).toContain(values[0])
    act(() => void hide?.())
    expect(shownText()).not.toContain(values[0])
  })

  it('says without a network that a reveal needs one', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = renderVault(two, noNetwork)
    await user.click(await reveal('Reveal Code 1 of 2'))
    expect(await screen.findByText('Go online to view your code')).toBeVisible()
    expect(await reveal('Reveal Code 1 of 2')).toBeVisible()
  })

  it('says so as soon as the network is gone, without a tap', async () => {
    renderVault(two)
    await reveal('Reveal Code 1 of 2')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText('Go online to view your code')).toBeVisible()
    vi.restoreAllMocks()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText('Go online to view your code')).not.toBeInTheDocument()
  })

  it('explains why a code is no longer shown', async () => {
    const { user } = renderVault(two, () => refuse('secrets_unavailable'))
    await user.click(await reveal('Reveal Code 1 of 2'))
    expect(
      await screen.findByText('This order was refunded or resent, so its code is no longer shown.'),
    ).toBeVisible()
  })
})

it('names the lines of a login, and the item of its order', async () => {
  renderVault([{ label: 'E-mail' }, { label: 'Password' }])
  expect(await screen.findByRole('heading', { name: 'Your item is here' })).toBeVisible()
  expect(await reveal('Reveal Password')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Steam ₹1,000' })).toBeVisible()
  expect(shownText()).toContain('Not viewed yet.')
})

it('has no vault on an order without delivered text', async () => {
  renderVault(undefined)
  expect(await screen.findByText('Where is my money?')).toBeVisible()
  expect(document.querySelector('.vault')).toBeNull()
})

it.each([
  ['X7KQ2M4TDV9P', ['X7KQ', '2M4T', 'DV9P']],
  ['X7KQ2M4TDV9PRHC', ['X7KQ2', 'M4TDV', '9PRHC']],
  ['X7KQ2-M4TDV', ['X7KQ2-M4TDV']],
  ['kesariMANGO42', ['kesariMANGO42']],
])('groups a text such as %s', (value, groups) => {
  expect(inChunks(value).map(({ text }) => text)).toEqual(groups)
})
