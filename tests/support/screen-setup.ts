import { setImmediate as nextTurn } from 'node:timers/promises'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'

// A busy machine may need longer than the library's default of one second.
configure({ asyncUtilTimeout: 8_000 })

// A link to another tab would be fetched from the network.
type Settings = { navigation: { disableChildPageNavigation: boolean } }
const { happyDOM } = globalThis as unknown as { happyDOM: { settings: Settings } }
happyDOM.settings.navigation.disableChildPageNavigation = true

// Files share a process, and must not share the state of our modules.
vi.resetModules()

afterEach(async () => {
  cleanup()
  // What an app has begun, such as going to another page, ends before the next test has an app.
  await nextTurn()
  localStorage.clear()
  sessionStorage.clear()
})

// Browsers clone the state of a history entry, and reject what cannot be cloned; happy-dom keeps the object
// itself.
type Keep = (state: unknown, unused: string, url?: string | URL | null) => void
const { history } = globalThis as unknown as { history: Record<'pushState' | 'replaceState', Keep> }
for (const name of ['pushState', 'replaceState'] as const) {
  const keep = history[name].bind(history)
  history[name] = (state, unused, url) => keep(structuredClone(state), unused, url)
}

// happy-dom does not implement `size` of a select, which is 0 in browsers: react-hook-form would treat each
// select as edited.
const { HTMLSelectElement: Select } = globalThis as unknown as { HTMLSelectElement: { prototype: object } }
Object.defineProperty(Select.prototype, 'size', { configurable: true, get: () => 0 })

// React would record a stack trace for each element, for its warnings: a fifth of a screen test's time.
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined })
