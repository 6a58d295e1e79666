// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NotLoaded } from './lazy-component.tsx'
import { LoadBoundary } from './load-boundary.tsx'

const reload = vi.fn()
beforeEach(() => {
  // React logs what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.restoreAllMocks()
  reload.mockReset()
})

function Broken({ error }: { error: unknown }): never {
  throw error
}

const page = (error: unknown, here = '/wallet') => (
  <div>
    <nav>Shop</nav>
    <LoadBoundary path={here} main="shell" more={<a href="/orders">My Orders</a>}>
      {here === '/wallet' ? <Broken error={error} /> : <p>Another page</p>}
    </LoadBoundary>
  </div>
)

it('keeps the shop around a page that broke, says what is safe, and reloads it', async () => {
  const { rerender } = render(page(new Error('undefined is not a function')))
  const alert = await screen.findByRole('alert')
  expect(screen.getByRole('main')).toContainElement(alert)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Something went wrong! Please try again.',
  )
  expect(alert).toHaveTextContent('Your orders and money are not affected')
  expect(alert).not.toHaveTextContent('undefined is not a function')
  expect(screen.getByRole('link', { name: 'My Orders' })).toBeVisible()
  expect(screen.getByText('Shop')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Reload page' }))
  expect(reload).toHaveBeenCalledOnce()
  rerender(page(undefined, '/orders'))
  expect(screen.getByText('Another page')).toBeVisible()
})

it('says that there is no network when a page needs one, and loads it at a press', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const again = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(page(new NotLoaded(new TypeError('Failed to fetch'), again)))
  expect(await screen.findByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Your orders continue while you’re offline.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
