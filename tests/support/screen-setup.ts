import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'

// Screens are awaited, not timed: a busy machine may need longer than the library's one second.
configure({ asyncUtilTimeout: 8_000 })

// A link into another tab would be fetched from the network.
type Settings = { navigation: { disableChildPageNavigation: boolean } }
const { happyDOM } = globalThis as unknown as { happyDOM: { settings: Settings } }
happyDOM.settings.navigation.disableChildPageNavigation = true

// Files share a process, and must not share what modules of ours remember.
vi.resetModules()

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// Browsers keep a copy of what is handed on with an address, and refuse what cannot be copied; happy-dom keeps the thing.
type Keep = (state: unknown, unused: string, url?: string | URL | null) => void
const { history } = globalThis as unknown as { history: Record<'pushState' | 'replaceState', Keep> }
for (const name of ['pushState', 'replaceState'] as const) {
  const keep = history[name].bind(history)
  history[name] = (state, unused, url) => keep(structuredClone(state), unused, url)
}

// happy-dom knows no `size` of a select, which is 0 in browsers: react-hook-form would take each for edited by hand.
const { HTMLSelectElement: Select } = globalThis as unknown as { HTMLSelectElement: { prototype: object } }
Object.defineProperty(Select.prototype, 'size', { configurable: true, get: () => 0 })

// React would keep a stack trace for each element that is made, for warnings: a fifth of what a test of a screen costs.
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined })
