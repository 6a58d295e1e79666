import { createServices } from '@jhatpat/shared/browser/services.tsx'
import { logout, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { maintenance, stats } from '@jhatpat/shared/contracts/admin.ts'
import { imageGallery } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { allOrders, allWalletTransactions } from '@jhatpat/shared/contracts/admin-lists.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { adminLimits, approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { auditChainStatus, auditRows } from '@jhatpat/shared/contracts/audit.ts'
import { incidents, incidentsNow } from '@jhatpat/shared/contracts/incidents.ts'
import { paymentDiscrepancies } from '@jhatpat/shared/contracts/payments.ts'
import { priceChanges } from '@jhatpat/shared/contracts/price-changes.ts'
import { openExceptions } from '@jhatpat/shared/contracts/reconciliation.ts'
import { savedViews } from '@jhatpat/shared/contracts/saved-views.ts'
import { secondFactor } from '@jhatpat/shared/contracts/second-factor.ts'
import { supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { ticketCounts, tickets as ticketsCall } from '@jhatpat/shared/contracts/tickets.ts'
import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { type LazyComponent, ScriptGates } from '@jhatpat/shared/ui/lazy-component.tsx'
import { createFakeApi, on, type PreparedAnswer } from '../../../tests/support/fake-api.ts'
import '@testing-library/jest-dom/vitest'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { App } from '../app/app.tsx'
import type { Browser } from '../lib/browser.tsx'
import { undoMsAtom } from '../lib/undo/held-actions.tsx'
import { boardCalls } from './board-fixture.ts'
import { fakeSocket } from './fake-socket.ts'

/** For a script that does not load. */
export function missingScript(): Promise<void> {
  const missing = Promise.reject(new Error('the script has not loaded'))
  missing.catch(() => undefined)
  return missing
}

export const meera = {
  _id: 'a1',
  userid: 'U1',
  name: 'Meera',
  email: 'meera@jhatpat.test',
  mobilenumber: '9800000001',
  role: 'admin',
  balance: 0,
  verified: 'true',
  isBlocked: 'false',
} as const

const noRows = { transactions: [], next: null, previous: null, hasMore: false, matchedBy: null }

type Options = {
  orders?: BoardOrder[]
  calls?: PreparedAnswer[]
  signedIn?: boolean
  /** `nothing`: the socket never connects, and the list comes only by HTTP. */
  socketSays?: 'nothing'
  /** What the script of a lazy component waits for; it fails to load when this rejects. */
  scripts?: [Pick<LazyComponent<object>, 'preload'>, Promise<void>][]
  /** How long a decision can be undone; by default it is sent at once. */
  undoMs?: number
  /** Local storage in addition to the session, as an earlier visit left it. */
  storage?: Record<string, string>
}

/** Renders the real app at a path below `/admin`, with a fake server that has `orders`. */
export function renderAdmin(
  path: string,
  {
    orders = [],
    calls = [],
    signedIn = true,
    storage = {},
    socketSays,
    scripts = [],
    undoMs = 0,
  }: Options = {},
) {
  if (signedIn) signIn()
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const server = { orders: [...orders] }
  const api = createFakeApi([
    on(validateUser, () => ({ role: 'admin' as const })),
    on(secondFactor, () => ({
      isOn: true,
      isRequired: false,
      isOwed: false,
      recoveryCodesLeft: 10,
    })),
    on(logout, () => ({ msg: 'Signed out' })),
    on(stats, () => orderCounters),
    ...boardCalls(server),
    on(maintenance, () => []),
    on(paymentDiscrepancies, () => []),
    on(supplierConflicts, () => []),
    on(supplyAlerts, () => []),
    on(suppliers, () => []),
    on(incidents, () => ({ open: [], past: [] })),
    on(incidentsNow, () => []),
    on(approvalRequests, () => []),
    on(adminLimits, () => ({ refundLimit: 5_000 })),
    on(openExceptions, () => ({ open: 0 })),
    on(getAllProducts, () => []),
    on(getAllItems, () => []),
    on(imageGallery, () => []),
    on(priceChanges, () => ({ planned: [], pending: [], sets: [], next: '' })),
    on(ticketsCall, () => ({ tickets: [], next: '' })),
    on(ticketCounts, () => ({ open: 0, late: 0, mine: 0, unassigned: 0 })),
    on(allOrders, () => ({ ...noRows, totalTxns: 0 })),
    on(allWalletTransactions, () => ({ ...noRows, currentPage: 1, totalPages: 0, totalItems: 0 })),
    on(team, () => ({ members: [], asked: [], invited: [], factorRequired: false })),
    on(savedViews, () => ({ views: [] })),
    on(auditRows, () => ({ rows: [], count: 0, hasMore: false, next: null, previous: null })),
    on(auditChainStatus, () => ({
      entries: 3,
      hash: 'ab'.repeat(32),
      waiting: 0,
      isChecking: false,
      broken: null,
      checkedAt: null,
      isLate: false,
      anchored: true,
    })),
    on(usersData, () => ({
      users: [],
      totalPages: 0,
      totalCount: 0,
      isTruncated: false,
      hasMore: false,
      next: null,
      previous: null,
      approvalAbove: 10_000,
    })),
    ...calls,
  ])
  vi.stubGlobal('fetch', api.fetch)
  const socket = fakeSocket(() => server.orders)
  const browser = fakeBrowser()
  const services = createServices({
    connect: socketSays === 'nothing' ? () => new Promise(() => undefined) : socket.connect,
    retryDelayMs: 1,
  })
  services.store.set(undoMsAtom, undoMs)
  const address = { current: path }
  const app = (
    <ScriptGates value={new Map(scripts)}>
      <App services={services} browser={browser} />
      <Address address={address} />
    </ScriptGates>
  )
  const router = createMemoryRouter([{ path: '*', element: app }], { initialEntries: [path] })
  const view = render(<RouterProvider router={router} />)
  return { ...view, user: userEvent.setup(), api, socket, browser, server, address, services }
}

/** Exposes the current address to a test. */
function Address({ address }: { address: { current: string } }) {
  const { pathname, search } = useLocation()
  address.current = pathname + search
  return null
}

export const orderCounters = {
  total_order: 248913,
  completed: 239404,
  refunded: 6120,
  processing: 11,
  total_sale: 1234567.5,
}

export function signIn(user: object = meera): void {
  localStorage.setItem('token', 'token-1')
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('expiryTime', String(Date.now() + 60_000))
  localStorage.setItem('user', JSON.stringify(user))
}

function fakeBrowser() {
  const tab = { goTo: vi.fn<(address: string) => void>(), close: vi.fn<() => void>() }
  return {
    leaveTo: vi.fn<Browser['leaveTo']>(),
    tab,
    openTab: () => tab,
    sound: { allow: vi.fn(async () => true), chime: vi.fn() },
    desktop: {
      permission: vi.fn<Browser['desktop']['permission']>(() => 'default'),
      requestPermission: vi.fn<Browser['desktop']['requestPermission']>(async () => 'granted'),
      show: vi.fn<Browser['desktop']['show']>(),
    },
  } satisfies Browser & { tab: typeof tab }
}
