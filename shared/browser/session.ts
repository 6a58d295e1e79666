import { atom, type createStore } from 'jotai'
import type { BrowserUser } from '../contracts/accounts.ts'

export type Store = ReturnType<typeof createStore>

/**
 * `expiryTime` is ms since 1970 by this browser's clock, which may be wrong: it is set and read on that clock alone, and
 * never compared with a time of the server's, so that a clock an hour fast or slow ends nothing early. The server ends
 * the session by its own clock whatever this one says.
 */
export type Session = { token: string; user: BrowserUser; expiryTime: number }

/** A session ends this long after its login (specification §9). */
export const sessionMs = 21_600_000

export const sessionAtom = atom<Session | null>(null)
export const userAtom = atom((get) => get(sessionAtom)?.user ?? null)
export const tokenAtom = atom((get) => get(sessionAtom)?.token)

/** True from Sign out to the next login: whoever leaves on purpose isn't sent to the login page. */
export const signedOutAtom = atom(false)

/** True from a sign-in until the orders without an answer have been fetched. */
export const justSignedInAtom = atom(false)

/** Reads the session that this browser keeps. One whose time is over empties local storage and says so. */
export function restoreSession(store: Store, now = Date.now()): void {
  const kept = readSession()
  if (kept && kept.expiryTime <= now) {
    console.info('Session expired: local storage was cleared.')
    emptyStorage(store)
    return
  }
  if (kept && kept.expiryTime > now + sessionMs) {
    // The clock was turned back since the login: no session has more than its six hours to go.
    kept.expiryTime = now + sessionMs
    localStorage.setItem('expiryTime', String(kept.expiryTime))
  }
  store.set(sessionAtom, kept)
}

/** What a login of any kind answers. */
export type LoginReply = { token: string; user: BrowserUser }

/** Keeps what a successful login answered, under the names that the specification gives. */
export function storeSession(store: Store, login: LoginReply, now = Date.now()): void {
  const session = { token: login.token, user: login.user, expiryTime: now + sessionMs }
  // The token goes first and comes last: nobody who reads in between takes one person's token for another's.
  localStorage.removeItem('token')
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('expiryTime', String(session.expiryTime))
  localStorage.setItem('user', JSON.stringify(session.user))
  localStorage.setItem('token', session.token)
  store.set(signedOutAtom, false)
  store.set(justSignedInAtom, true)
  store.set(sessionAtom, session)
}

/** Keeps what the server says of the signed-in user by now; somebody else's answer that comes late changes nothing. */
export function storeUser(store: Store, user: BrowserUser): void {
  const session = store.get(sessionAtom)
  if (session?.user._id !== user._id) return
  localStorage.setItem('user', JSON.stringify(user))
  store.set(sessionAtom, { ...session, user })
}

/**
 * Ends the session that was refused: empties local storage and forgets it. Where another tab has signed in since then,
 * its session is taken up instead.
 * @param token the one that was refused
 */
export function endSession(store: Store, token: string | undefined): void {
  const kept = localStorage.getItem('token')
  if (kept && kept !== token) restoreSession(store)
  else emptyStorage(store)
}

function emptyStorage(store: Store): void {
  localStorage.clear()
  store.set(sessionAtom, null)
}

/** Forgets who is signed in and keeps the rest of local storage: what Sign out does. */
export function forgetUser(store: Store): void {
  for (const key of sessionKeys) localStorage.removeItem(key)
  store.set(signedOutAtom, true)
  store.set(sessionAtom, null)
}

/** A login in another tab arrives key by key: what is read before the last of them would be half of it. In ms. */
const settleMs = 50

/** Signs this tab in and out with the others, also after it slept in the back/forward cache. Returns how to stop. */
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

/** The name in local storage that stands there while somebody is signed in by way of another company. */
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

/** Checked by hand: the schemas of the contracts are not loaded before the first paint. */
function isStoredUser(user: unknown): user is BrowserUser {
  if (typeof user !== 'object' || user === null) return false
  const fields = user as Record<string, unknown>
  return textFields.every((field) => typeof fields[field] === 'string') && typeof fields.balance === 'number'
}
