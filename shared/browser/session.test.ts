import { createStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BrowserUser } from '../contracts/accounts.ts'
import {
  endSession,
  followOtherTabs,
  forgetUser,
  restoreSession,
  sessionAtom,
  storeSession,
  tokenAtom,
} from './session.ts'

const user: BrowserUser = {
  _id: 'a1',
  userid: 'U1',
  name: 'Asha',
  email: 'asha@jhatpat.test',
  mobilenumber: '9800000001',
  role: 'user',
  balance: 12.5,
  verified: 'true',
  isBlocked: 'false',
}
const other: BrowserUser = { ...user, _id: 'a2', userid: 'U2', name: 'Ravi' }
const loginAt = 1_000_000

afterEach(() => {
  vi.useRealTimers()
})

function signedIn() {
  const store = createStore()
  storeSession(store, { token: 'token-1', user }, loginAt)
  return store
}

describe('a session', () => {
  it('SESS-01 SESS-04 SESS-05 is kept under the names of the specification and restored from them', () => {
    signedIn()
    expect(Object.keys(localStorage).sort()).toEqual(['expiryTime', 'isLoggedIn', 'token', 'user'])
    const later = createStore()
    restoreSession(later, loginAt + 21_599_999)
    expect(later.get(sessionAtom)).toEqual({ token: 'token-1', user, expiryTime: loginAt + 21_600_000 })
  })

  it('SESS-02 SESS-03 ends after six hours: local storage is emptied and a note is logged', () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    signedIn()
    localStorage.setItem('other', 'thing')
    const later = createStore()
    restoreSession(later, loginAt + 21_600_000)
    expect(later.get(sessionAtom)).toBeNull()
    expect(localStorage).toHaveLength(0)
    expect(log).toHaveBeenCalledWith(expect.stringContaining('Session expired'))
  })

  it.each([
    ['no token', 'token', ''],
    ['a broken user', 'user', '{'],
    ['a user without fields', 'user', '{}'],
    ['no expiry', 'expiryTime', ''],
  ])('is empty with %s', (_what, key, value) => {
    signedIn()
    localStorage.setItem(key, value)
    const store = createStore()
    restoreSession(store, loginAt)
    expect(store.get(sessionAtom)).toBeNull()
  })

  it('SESS-06 is forgotten by Sign out, which leaves what else is kept', () => {
    const store = signedIn()
    localStorage.setItem('popupClosedOn', '2026-11-21')
    forgetUser(store)
    expect(store.get(tokenAtom)).toBeUndefined()
    expect(Object.keys(localStorage)).toEqual(['popupClosedOn'])
  })

  it('empties local storage when it is refused', () => {
    const store = signedIn()
    localStorage.setItem('popupClosedOn', '2026-11-21')
    endSession(store, 'token-1')
    expect(store.get(tokenAtom)).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  it('of another tab is used, and not ended by the refusal of the previous one', () => {
    const sleeping = signedIn()
    storeSession(createStore(), { token: 'token-2', user: other })
    endSession(sleeping, 'token-1')
    expect(localStorage.getItem('token')).toBe('token-2')
    expect(sleeping.get(sessionAtom)).toMatchObject({ token: 'token-2', user: other })
  })
})

describe('a wrong clock', () => {
  const hour = 3_600_000

  it.each([
    ['an hour fast', hour],
    ['an hour slow', -hour],
    ['of another year', 400 * 24 * hour],
  ])('SESS-05 %s neither ends a session at once nor prolongs it', (_how, wrong) => {
    const store = createStore()
    storeSession(store, { token: 'token-1', user }, loginAt + wrong)
    restoreSession(store, loginAt + wrong + 6 * hour - 1)
    expect(store.get(tokenAtom)).toBe('token-1')
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    restoreSession(store, loginAt + wrong + 6 * hour)
    expect(store.get(tokenAtom)).toBeUndefined()
  })

  it('that is turned back a year gives a session six more hours, not a year', () => {
    const store = signedIn()
    const now = loginAt - 365 * 24 * hour
    restoreSession(store, now)
    expect(store.get(sessionAtom)?.expiryTime).toBe(now + 6 * hour)
    expect(localStorage.getItem('expiryTime')).toBe(String(now + 6 * hour))
  })
})

describe('two tabs', () => {
  /** The storage events this tab receives when another one has written these names, one for each. */
  const changeStorage = (...keys: (string | null)[]) => {
    for (const key of keys) dispatchEvent(new StorageEvent('storage', { key }))
  }
  const settled = () => vi.advanceTimersByTime(100)
  const follow = () => {
    vi.useFakeTimers()
    const store = createStore()
    return { store, stop: followOtherTabs(store) }
  }

  it('sign in and out together', () => {
    const { store, stop } = follow()
    storeSession(createStore(), { token: 'token-2', user })
    changeStorage('isLoggedIn', 'expiryTime', 'user', 'token')
    settled()
    expect(store.get(tokenAtom)).toBe('token-2')
    localStorage.clear()
    changeStorage(null)
    settled()
    expect(store.get(tokenAtom)).toBeUndefined()
    stop()
  })

  it('change to another user at once, never to incomplete data', () => {
    const { store, stop } = follow()
    const there = createStore()
    storeSession(there, { token: 'token-1', user })
    changeStorage('token')
    settled()
    const seen: unknown[] = []
    store.sub(sessionAtom, () => seen.push(store.get(sessionAtom)))
    for (const key of ['token', 'isLoggedIn', 'expiryTime', 'user']) {
      localStorage.removeItem(key)
      changeStorage(key)
    }
    storeSession(there, { token: 'token-2', user: other })
    changeStorage('isLoggedIn', 'expiryTime', 'user', 'token')
    settled()
    expect(seen).toMatchObject([{ token: 'token-2', user: other }])
    stop()
  })

  it('agree again when one returns from the back/forward cache', () => {
    const { store, stop } = follow()
    storeSession(createStore(), { token: 'token-2', user })
    const event = Object.assign(new Event('pageshow'), { persisted: true })
    dispatchEvent(event)
    expect(store.get(tokenAtom)).toBe('token-2')
    stop()
  })

  it('stop following each other after the listener was stopped', () => {
    const { store, stop } = follow()
    storeSession(createStore(), { token: 'token-3', user })
    changeStorage('token')
    stop()
    changeStorage('token')
    settled()
    expect(store.get(tokenAtom)).toBeUndefined()
  })
})

describe('while a login is being stored', () => {
  it('has no token, so that no person gets another’s token', () => {
    signedIn()
    let between: string | null | undefined
    const slow = Object.assign(Object.create({ toJSON: readToken }), other)
    function readToken() {
      between = localStorage.getItem('token')
      return other
    }
    storeSession(createStore(), { token: 'token-2', user: slow })
    expect(between).toBeNull()
    expect(localStorage.getItem('token')).toBe('token-2')
  })
})
