import { atom, type createStore } from 'jotai'
import type { BrowserUser } from '../contracts/accounts.ts'

export type Store = ReturnType<typeof createStore>

/**
 * `expiryTime` is ms since 1970 by this browser's clock, which may be wrong: it is set and compared on that
 * clock alone, never with a server time, so that a clock an hour fast or slow ends nothing early. The server
 * ends the session by its own clock in any case.
 */
export type Session = { token: string; user: BrowserUser; expiryTime: number }

/** A session ends this long after its login (specification §9). */
export const sessionMs = 21_600_000

export const sessionAtom = atom<Session | null>(null)
export const userAtom = atom((get) => get(sessionAtom)?.user ?? null)
export const tokenAtom = atom((get) => get(sessionAtom)?.token)

/** True from Sign out to the next login: a deliberate sign-out does not lead to the login page. */
export const signedOutAtom = atom(false)

/** True from a sign-in until the orders without an answer have been fetched. */
export const justSignedInAtom = atom(false)

/** Reads the session that this browser stores. An expired one empties local storage and sets the reason. */
export function restoreSession(store: Store, now = Date.now()): void {
  const stored = readSession()
  if (stored && stored.expiryTime <= now) {
    console.info('Session expired: local storage was cleared.')
    emptyStorage(store)
    return
  }
  if (stored && stored.expiryTime > now + sessionMs) {
    // The clock was turned back since the login: no session has more than its six hours left.
    stored.expiryTime = now + sessionMs
    localStorage.setItem('expiryTime', String(stored.expiryTime))
  }
  store.set(sessionAtom, stored)
}

/** The reply to a login of any kind. */
export type LoginReply = { token: string; user: BrowserUser }

/** Stores the reply to a successful login, under the names that the specification gives. */
export function storeSession(store: Store, login: LoginReply, now = Date.now()): void {
  const session = { token: login.token, user: login.user, expiryTime: now + sessionMs }
  // The token is removed first and written last, so that a read in between never pairs one person's data with
  // another's token.
  localStorage.removeItem('token')
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('expiryTime', String(session.expiryTime))
  localStorage.setItem('user', JSON.stringify(session.user))
  localStorage.setItem('token', session.token)
  store.set(signedOutAtom, false)
  store.set(justSignedInAtom, true)
  store.set(sessionAtom, session)
}

/** Stores the server's current data of the signed-in user; a late answer for another user changes nothing. */
export function storeUser(store: Store, user: BrowserUser): void {
  const session = store.get(sessionAtom)
  if (session?.user._id !== user._id) return
  localStorage.setItem('user', JSON.stringify(user))
  store.set(sessionAtom, { ...session, user })
}

/**
 * Ends the refused session and empties local storage. If another tab has signed in meanwhile, its session is
 * used instead.
 * @param token the refused token
 */
export function endSession(store: Store, token: string | undefined): void {
  const storedToken = localStorage.getItem('token')
  if (storedToken && storedToken !== token) restoreSession(store)
  else emptyStorage(store)
}

function emptyStorage(store: Store): void {
  localStorage.clear()
  store.set(sessionAtom, null)
}

/** Removes the session and keeps the rest of local storage: for Sign out. */
export function forgetUser(store: Store): void {
  for (const key of sessionKeys) localStorage.removeItem(key)
  store.set(signedOutAtom, true)
  store.set(sessionAtom, null)
}

/**
 * Delay in ms: a login in another tab arrives key by key, and a read before the last key would be incomplete.
 */
const settleMs = 50

/**
 * Signs this tab in and out with the others, also after it was in the back/forward cache. Returns a function
 * that stops it.
 */
export function followOtherTabs(store: Store): () => void {
  let settling: ReturnType<typeof setTimeout>
  const follow = (event: StorageEvent) => {
    if (event.key !== null && !sessionKeys.some((key) => key === event.key)) return
    clearTimeout(settling)
    settling = setTimeout(() => restoreSession(store), settleMs)
  }
  const wake = (event: PageTransitionEvent) => {
    if (event.persisted) restoreSession(store)
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', wake)
  return () => {
    clearTimeout(settling)
    removeEventListener('storage', follow)
    removeEventListener('pageshow', wake)
  }
}

/** Local storage name that is set while the session was opened through an external identity provider. */
export const hostedMark = 'hostedSignIn'

const sessionKeys = ['token', 'isLoggedIn', 'expiryTime', 'user'] as const

function readSession(): Session | null {
  const token = localStorage.getItem('token')
  const expiryTime = Number(localStorage.getItem('expiryTime'))
  const user = readUser()
  if (localStorage.getItem('isLoggedIn') !== 'true' || !token || !user || !expiryTime) return null
  return { token, user, expiryTime }
}

function readUser(): BrowserUser | undefined {
  try {
    const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
    return isStoredUser(user) ? user : undefined
  } catch {
    return undefined
  }
}

const textFields = [
  '_id',
  'userid',
  'name',
  'email',
  'mobilenumber',
  'role',
  'verified',
  'isBlocked',
] as const satisfies readonly (keyof BrowserUser)[]

/** Checked by hand: the contract schemas are not loaded before the initial render. */
function isStoredUser(user: unknown): user is BrowserUser {
  if (typeof user !== 'object' || user === null) return false
  const fields = user as Record<string, unknown>
  return textFields.every((field) => typeof fields[field] === 'string') && typeof fields.balance === 'number'
}
