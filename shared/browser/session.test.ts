import { createStore } from 'jotai'
import { describe, expect, it, vi } from 'vitest'
import type { StoredUser } from '../contracts/accounts.ts'
import {
  clearSession,
  followOtherTabs,
  forgetUser,
  restoreSession,
  sessionAtom,
  storeSession,
  tokenAtom,
} from './session.ts'

const user: StoredUser = {
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
const loginAt = 1_000_000

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

  it('SESS-02 SESS-03 is over after six hours: local storage is emptied and a note is logged', () => {
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
  ])('is none with %s', (_what, key, value) => {
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

  it('takes all of local storage with it when it is refused', () => {
    const store = signedIn()
    localStorage.setItem('popupClosedOn', '2026-11-21')
    clearSession(store)
    expect(store.get(tokenAtom)).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  it('follows the other tabs in and out', () => {
    const store = createStore()
    const stop = followOtherTabs(store)
    storeSession(createStore(), { token: 'token-2', user })
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(store.get(tokenAtom)).toBe('token-2')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(store.get(tokenAtom)).toBeUndefined()
    stop()
    storeSession(createStore(), { token: 'token-3', user })
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(store.get(tokenAtom)).toBeUndefined()
  })
})
