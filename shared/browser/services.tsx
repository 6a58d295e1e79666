import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { ApiError, NetworkError } from '../contracts/client.ts'
import { type Api, createApi } from './api.ts'
import { createLazyRealtime } from './lazy-realtime.ts'
import type { ConnectSocket, Realtime } from './realtime.ts'
import { followOtherTabs, restoreSession, type Store, userAtom } from './session.ts'

/** The connections of an app's screens to the outside. One set per page; tests make their own. */
export type Services = Api & { store: Store; realtime: Realtime; queries: QueryClient }

/**
 * Restores the session and creates the clients. `retryDelayMs` is the first delay before a failed read is
 * retried.
 */
export function createServices(options: { connect?: ConnectSocket; retryDelayMs?: number } = {}): Services {
  const store = createStore()
  restoreSession(store)
  const retryDelayMs = options.retryDelayMs ?? 500
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures) => retryDelayMs * 2 ** failures,
      },
      // Mutations fail at once without a network; none is sent later without the user's knowledge.
      mutations: { networkMode: 'always' },
    },
  })
  forgetWithUser(store, queries)
  const api = createApi(store)
  const realtime = createLazyRealtime(store, { call: api.call, connect: options.connect })
  return { ...api, store, realtime, queries }
}

/** Data fetched for one person is cleared before the next one is signed in, in whichever tab that happens. */
function forgetWithUser(store: Store, queries: QueryClient): void {
  let last = store.get(userAtom)?._id
  store.sub(userAtom, () => {
    const now = store.get(userAtom)?._id
    if (last !== undefined && now !== last) queries.clear()
    last = now
  })
}

const ServicesContext = createContext<Services | undefined>(undefined)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  useEffect(() => followOtherTabs(services.store), [services])
  return (
    <ServicesContext value={services}>
      <Provider store={services.store}>
        <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
      </Provider>
    </ServicesContext>
  )
}

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

function mayPass(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
}
