import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeTimeouts } from '../../../../tests/screens/fake-timeouts.ts'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { keepInstallPrompt } from '../../lib/install/install-prompt.ts'

const title = { name: 'Install the Jhatpat app' }
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, await response.text()),
    delete: async (key: string) => kept.delete(key),
  }
  const match = async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined)
  vi.stubGlobal('caches', { open: async () => cache, match })
})
afterEach(() => void Reflect.deleteProperty(navigator, 'standalone'))

function show(order: Parameters<typeof makeOrder>[0] = { status: 'Completed' }) {
  const shop = renderShop(path, {
    user: makeUser(),
    answers: (api) => api.on(orderStatus, () => answerOf(makeOrder(order))),
  })
  keepInstallPrompt(shop.services.store)
  return shop
}

/** What Chromium does once it considers the shop installable; `asked` counts its own prompts. */
function canInstall(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  act(() => void dispatchEvent(event))
  return { prompt, event }
}

const drawn = () => screen.findByRole('heading', { level: 1 })

describe('installing the shop', () => {
  it('is offered after a delivery, uses the browser’s own prompt, and disappears once it is done', async () => {
    const { user } = show()
    await drawn()
    expect(screen.queryByRole('heading', title)).not.toBeInTheDocument()
    const { prompt, event } = canInstall('accepted')
    expect(event.defaultPrevented).toBe(true)
    await screen.findByRole('heading', title)
    await user.click(screen.getByRole('button', { name: 'Install' }))
    expect(prompt).toHaveBeenCalledTimes(1)
    act(() => void dispatchEvent(new Event('appinstalled')))
    expect(await screen.findByText('Jhatpat is installed')).toBeVisible()
    expect(screen.queryByRole('heading', title)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^User menu/ }))
    expect(screen.queryByRole('menuitem', { name: 'Install app' })).not.toBeInTheDocument()
  })

  it('is offered neither before a delivery nor inside the installed shop', async () => {
    const { pass } = fakeTimeouts()
    const first = show({ status: 'Processing' })
    await drawn()
    canInstall('accepted')
    await pass(1_000)
    expect(screen.queryByRole('heading', title)).not.toBeInTheDocument()
    first.unmount()
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('standalone') }))
    show()
    await drawn()
    canInstall('accepted')
    await pass(1_000)
    expect(screen.queryByRole('heading', title)).not.toBeInTheDocument()
  })

  it.each([
    ['our question', 'Not now'],
    ['the browser’s', 'Install'],
  ])('is not offered again after a refusal of %s, but stays in the menu', async (_whose, button) => {
    const first = show()
    await drawn()
    canInstall('dismissed')
    await first.user.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('heading', title)).not.toBeInTheDocument())
    first.unmount()
    localStorage.clear()
    const { user } = show()
    await drawn()
    const { prompt } = canInstall('accepted')
    await user.click(await screen.findByRole('button', { name: /^User menu/ }))
    expect(screen.queryByRole('heading', title)).not.toBeInTheDocument()
    await user.click(await screen.findByRole('menuitem', { name: 'Install app' }))
    expect(prompt).toHaveBeenCalledTimes(1)
  })

  it('is offered again if the browser could not show its prompt', async () => {
    const first = show()
    await drawn()
    const { prompt } = canInstall('accepted')
    prompt.mockRejectedValue(new Error('shown already'))
    await first.user.click(await screen.findByRole('button', { name: 'Install' }))
    await waitFor(() => expect(prompt).toHaveBeenCalledTimes(1))
    first.unmount()
    expect(kept).toEqual(new Map())
    show()
    await drawn()
    canInstall('accepted')
    expect(await screen.findByRole('heading', title)).toBeVisible()
  })

  it('disappears at “Not now” also without storage', async () => {
    const { user } = show()
    await drawn()
    canInstall('dismissed')
    const no = await screen.findByRole('button', { name: 'Not now' })
    const full = { put: async () => undefined, delete: async () => false }
    vi.stubGlobal('caches', { open: async () => full, match: async () => undefined })
    await user.click(no)
    await waitFor(() => expect(screen.queryByRole('heading', title)).not.toBeInTheDocument())
  })

  it('is explained in steps on an iPhone, whose browsers have no prompt, also in the menu of phones', async () => {
    Object.assign(navigator, { standalone: false })
    const { user } = show()
    const card = (await screen.findByRole('heading', title)).closest('section') as HTMLElement
    expect(within(card).getAllByRole('listitem')[1]).toHaveTextContent('Choose Add to Home Screen.')
    expect(within(card).queryByRole('button', { name: 'Install' })).not.toBeInTheDocument()
    await user.click(within(card).getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(card).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await user.click(await screen.findByRole('button', { name: 'Install app' }))
    const how = await screen.findByRole('dialog', { name: 'Add Jhatpat to your home screen' })
    expect(how).toHaveTextContent('Choose Add to Home Screen.')
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument()
  })
})
