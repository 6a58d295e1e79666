import { createServices } from '@jhatpat/shared/browser/services.tsx'
import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { logout, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { eachProduct, homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { delays } from '@jhatpat/shared/contracts/delays.ts'
import { homeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import { hostedProvider } from '@jhatpat/shared/contracts/hosted.ts'
import { walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, vi } from 'vitest'
import { ShopApp } from '../../storefront/src/app/shop-app.tsx'
import { createFakeApi, type FakeApi } from '../support/fake-api.ts'
import { createFakeSocket } from './fake-socket.ts'
import { makeGallery, makeItem, makeProduct } from './shop-fixture.ts'

// Screens load their code lazily, which takes longer on a busy machine.
configure({ asyncUtilTimeout: 5_000 })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Options = {
  /** The signed-in customer; none by default. */
  user?: BrowserUser | undefined
  /** Sets the answers of calls before the app starts. */
  answers?: (api: FakeApi) => void
  /** As after a reload: the address and its history entry stay unchanged. */
  keepHistory?: boolean
  /** The test controls the timers. */
  fakeTimers?: boolean
}

/** Renders the whole storefront at an address, with a fake server. */
export function renderShop(path: string, options: Options = {}) {
  const { user, answers, keepHistory = false, fakeTimers = false } = options
  if (user) keepSession(user)
  if (!keepHistory) history.replaceState(null, '', path)
  const api = createFakeApi()
  answerAsUsual(api, user)
  answers?.(api)
  vi.stubGlobal('fetch', api.fetch)
  const leftFor = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const socket = createFakeSocket()
  const services = createServices({ connect: socket.connect, retryDelayMs: 1 })
  const view = render(<ShopApp services={services} />)
  const person = userEvent.setup(fakeTimers ? { advanceTimers: vi.advanceTimersByTimeAsync.bind(vi) } : {})
  return { ...view, api, socket, services, user: person, leftFor, address }
}

/** The browser's address: path and query. */
export function address(): string {
  return location.pathname + location.search
}

/** Stores a session like a login does, in local storage. */
export function keepSession(user: BrowserUser, expiryTime = Date.now() + 60_000): void {
  localStorage.setItem('token', 'token-1')
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('expiryTime', String(expiryTime))
  localStorage.setItem('user', JSON.stringify(user))
}

function answerAsUsual(api: FakeApi, user: BrowserUser | undefined): void {
  const product = makeProduct()
  api.on(homeProducts, () => ({ trending: [product], instantGames: [], games: [], ott: [], others: [] }))
  api.on(homeGallery, () => makeGallery())
  api.on(eachProduct, () => product)
  api.on(itemsOfProduct, () => [makeItem()])
  api.on(walletBalance, () => ({ balance: 1840 }))
  api.on(delays, () => [])
  api.on(validateUser, () => ({ role: user?.role ?? 'user' }))
  api.on(hostedProvider, () => ({ provider: null }))
  api.on(logout, () => ({ msg: 'Signed out.' }))
}
