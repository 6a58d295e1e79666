import { sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { pushOff, pushOn, pushState } from '@jhatpat/shared/contracts/push.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeTimeouts } from '../../../../tests/screens/fake-timeouts.ts'
import { PushBrowser, publicKey, pushKeys } from '../../../../tests/screens/push-browser.ts'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'

let browser: PushBrowser
afterEach(() => {
  browser.stop()
  Reflect.deleteProperty(navigator, 'standalone')
})
beforeEach(() => {
  browser = new PushBrowser()
  browser.start()
})

type Facts = Parameters<typeof makeOrder>[0]

const show = (order: Facts, key: string | null = publicKey) =>
  renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      browser.registerReplies(api, key)
      api.on(orderStatus, () => answerOf(makeOrder(order)))
    },
  })

const question = { name: 'Get notified on delivery?' }

describe('order notifications on this device', () => {
  it('are offered on the page of a paid order, and turned on by one tap', async () => {
    const { user, api } = show({ status: 'Completed' })
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Notifications are on')).toBeVisible()
    expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
    expect(api.sentTo(pushOn).map(({ body }) => body)).toEqual([
      { endpoint: 'https://push.example/1', ...pushKeys },
    ])
  })

  it('are not offered before a payment, nor if the shop sends none', async () => {
    const { pass } = fakeTimeouts()
    for (const [order, key] of [
      [{ status: 'Created' }, publicKey],
      [{ status: 'Completed' }, null],
    ] as const) {
      const { api, unmount } = show(order, key)
      await waitFor(() => expect(api.sentTo(pushState).length).toBeGreaterThan(0))
      await pass(1_000)
      expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
      unmount()
    }
  })

  it('are not offered again after a refusal, also after a session has ended', async () => {
    const { pass } = fakeTimeouts()
    const first = show({ status: 'Completed' })
    await first.user.click(await screen.findByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('heading', question)).not.toBeInTheDocument())
    expect(browser.permission).toBe('default')
    first.unmount()
    localStorage.clear()
    const { api } = show({ status: 'Completed' })
    await waitFor(() => expect(api.sentTo(pushState).length).toBeGreaterThan(0))
    await pass(1_000)
    expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
  })

  it('explain a block by the browser, and how to allow them', async () => {
    browser.answer = 'denied'
    const { user, api } = show({ status: 'Completed' })
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Notifications are blocked')).toBeVisible()
    expect(screen.getByText(/Until then we’ll email asha@jhatpat\.test\./)).toBeVisible()
    expect([browser.subscribed, api.sentTo(pushOn).length]).toEqual([0, 0])
  })

  it('end in this browser when another person signs in, and return for the person who had turned them on', async () => {
    browser.subscription = browser.make()
    browser.kept.set('/choices/push', JSON.stringify({ kind: 'on', userId: 'somebody else' }))
    show({ status: 'Completed' })
    await waitFor(() => expect(browser.ended).toBe(1))
  })

  it('return at the next sign-in of the person who had turned them on here', async () => {
    browser.subscription = browser.make()
    browser.kept.set('/choices/push', JSON.stringify({ kind: 'on', userId: makeUser()._id }))
    const { api } = show({ status: 'Completed' })
    await waitFor(() => expect(api.sentTo(pushOn)).toHaveLength(1))
    expect(browser.ended).toBe(0)
  })

  it('are the only offer of a visit: the installation waits for the next', async () => {
    Object.assign(navigator, { standalone: false })
    const install = { name: 'Install the Jhatpat app' }
    const { user, unmount } = show({ status: 'Completed' })
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Notifications are on')).toBeVisible()
    expect(screen.queryByRole('heading', install)).not.toBeInTheDocument()
    unmount()
    show({ status: 'Completed' })
    expect(await screen.findByRole('heading', install)).toBeVisible()
    expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
  })

  it('have a switch among the devices', async () => {
    const { user, api } = renderShop('/dashboard/devices', {
      user: makeUser(),
      answers: (fake) => {
        browser.registerReplies(fake)
        fake.on(sessions, () => ({ sessions: [] }))
      },
    })
    const toggle = await screen.findByRole('switch', { name: 'Order notifications on this device' })
    expect(toggle).not.toBeChecked()
    await user.click(toggle)
    await waitFor(() => expect(toggle).toBeChecked())
    await user.click(toggle)
    await waitFor(() => expect(toggle).not.toBeChecked())
    expect(api.sentTo(pushOff).map(({ params }) => params)).toEqual([{ id: 'device-1' }])
    expect(browser.ended).toBe(1)
  })
})
