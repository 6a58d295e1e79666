import { sessionAtom } from '@jhatpat/shared/browser/session.ts'
import { createStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { setVisitorCookies } from './visitor-cookies.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The cookies that a signed-in customer’s page of this scheme sets. */
function writtenOn(protocol: string): string[] {
  vi.stubGlobal('location', { ...location, protocol })
  const write = vi.spyOn(document, 'cookie', 'set')
  const store = createStore()
  store.set(sessionAtom, { token: 't', user: { _id: '1' } as never, expiryTime: 0 })
  setVisitorCookies(store)
  return write.mock.calls.map(([cookie]) => cookie)
}

it('limits its cookies to this host over https', () => {
  const [member, language] = writtenOn('https:')
  expect(member).toBe('__Host-member=1; path=/; samesite=lax; max-age=15552000; secure')
  expect(language).toBe('__Host-language=; path=/; samesite=lax; max-age=0; secure')
})

it('omits that over http, where browsers would drop them', () => {
  expect(writtenOn('http:')[0]).toBe('member=1; path=/; samesite=lax; max-age=15552000')
})
