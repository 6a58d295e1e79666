import { createServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import '@testing-library/jest-dom/vitest'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { App } from '../app/app.tsx'
import type { Browser } from '../lib/browser.tsx'
import { boardCalls } from './board-fixture.ts'
import { type FakeCall, fakeCalls } from './fake-calls.ts'
import { fakeSocket } from './fake-socket.ts'

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
  calls?: Record<string, (call: FakeCall) => unknown>
  signedIn?: boolean
  /** `nothing`: the socket never connects, and the list comes only by HTTP. */
  socketSays?: 'nothing'
  /** Local storage in addition to the session, as an earlier visit left it. */
  storage?: Record<string, string>
}

/** Renders the real app at a path below `/admin`, with a fake server that has `orders`. */
export function renderAdmin(
  path: string,
  { orders = [], calls = {}, signedIn = true, storage = {}, socketSays }: Options = {},
) {
  if (signedIn) signIn()
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const server = { orders: [...orders] }
  const api = fakeCalls({
    'POST /auth/validateuser': () => ({ role: 'admin' }),
    'GET /auth/second-factor': () => ({
      isOn: true,
      isRequired: false,
      isOwed: false,
      recoveryCodesLeft: 10,
    }),
    'POST /auth/logout': () => ({ msg: 'Signed out' }),
    'GET /admin/stats': () => orderCounters,
    ...boardCalls(server),
    'GET /admin/overdue-tasks': () => [],
    'GET /admin/payments/discrepancies': () => [],
    'GET /admin/supplier-conflicts': () => [],
    'GET /admin/alerts': () => [],
    'GET /admin/suppliers': () => [],
    'GET /admin/incidents': () => ({ open: [], past: [] }),
    'GET /admin/incidents/now': () => [],
    'GET /admin/approvals': () => [],
    'GET /admin/limits': () => ({ refundLimit: 5_000 }),
    'GET /admin/reconciliation': () => ({ open: 0 }),
    'GET /admin/getallproducts': () => [],
    'GET /admin/getallitems': () => [],
    'GET /admin/imagegallery': () => [],
    'GET /admin/price-changes': () => ({ planned: [], held: [], sets: [], next: '' }),
    'GET /admin/tickets': () => ({ tickets: [], next: '' }),
    'GET /admin/tickets/counts': () => ({ open: 0, late: 0, mine: 0, unassigned: 0 }),
    'GET /admin/alltxn': () => ({ ...noRows, totalTxns: 0 }),
    'GET /admin/allwallettxn': () => ({ ...noRows, currentPage: 1, totalPages: 0, totalItems: 0 }),
    'GET /admin/team': () => ({ members: [], asked: [], invited: [], factorRequired: false }),
    'GET /admin/views/:table': () => ({ views: [] }),
    'GET /admin/audit': () => ({ rows: [], count: 0, hasMore: false, next: null, previous: null }),
    'GET /admin/audit/chain': () => ({
      entries: 3,
      hash: 'ab'.repeat(32),
      waiting: 0,
      isChecking: false,
      broken: null,
      checkedAt: null,
      isLate: false,
      anchored: true,
    }),
    'GET /admin/users_data': () => ({
      users: [],
      totalPages: 0,
      totalCount: 0,
      isTruncated: false,
      hasMore: false,
      next: null,
      previous: null,
      approvalAbove: 10_000,
    }),
    ...calls,
  })
  const socket = fakeSocket(() => server.orders)
  const browser = fakeBrowser()
  const services = createServices({
    connect: socketSays === 'nothing' ? () => new Promise(() => undefined) : socket.connect,
    retryDelayMs: 1,
  })
  const address = { current: path }
  const app = (
    <>
      <App services={services} browser={browser} />
      <Address address={address} />
    </>
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
