import { atom, type createStore } from 'jotai'
import type { StoredUser } from '../contracts/accounts.ts'

export type Store = ReturnType<typeof createStore>

/** `expiryTime` is ms since 1970. */
export type Session = { token: string; user: StoredUser; expiryTime: number }

/** A session ends this long after its login (specification §9). */
export const sessionMs = 21_600_000

export const sessionAtom = atom<Session | null>(null)
export const userAtom = atom((get) => get(sessionAtom)?.user ?? null)
export const tokenAtom = atom((get) => get(sessionAtom)?.token)

/** True from Sign out to the next login: whoever leaves on purpose isn't sent to the login page. */
export const signedOutAtom = atom(false)

/** Reads the session that this browser keeps. One whose time is over empties local storage and says so. */
export function restoreSession(store: Store, now = Date.now()): void {
  const kept = readSession()
  if (kept && kept.expiryTime <= now) {
    console.info('Session expired: local storage was cleared.')
    clearSession(store)
    return
  }
  store.set(sessionAtom, kept)
}

/** Keeps what a successful login answered, under the names that the specification gives. */
export function storeSession(
  store: Store,
  login: { token: string; user: StoredUser },
  now = Date.now(),
): void {
  const session = { token: login.token, user: login.user, expiryTime: now + sessionMs }
  localStorage.setItem('token', session.token)
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('expiryTime', String(session.expiryTime))
  localStorage.setItem('user', JSON.stringify(session.user))
  store.set(signedOutAtom, false)
  store.set(sessionAtom, session)
}

/** Empties local storage and forgets the session: after a refusal by the guard, or when its time is over. */
export function clearSession(store: Store): void {
  localStorage.clear()
  store.set(sessionAtom, null)
}

/** Forgets who is signed in and keeps the rest of local storage: what Sign out does. */
export function forgetUser(store: Store): void {
  for (const key of sessionKeys) localStorage.removeItem(key)
  store.set(signedOutAtom, true)
  store.set(sessionAtom, null)
}

/** Signs this tab in and out with the others. Returns how to stop. */
export function followOtherTabs(store: Store): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || sessionKeys.some((key) => key === event.key)) restoreSession(store)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

const sessionKeys = ['token', 'isLoggedIn', 'expiryTime', 'user'] as const

function readSession(): Session | null {
  const token = localStorage.getItem('token')
  const expiryTime = Number(localStorage.getItem('expiryTime'))
  const user = readUser()
  if (localStorage.getItem('isLoggedIn') !== 'true' || !token || !user || !expiryTime) return null
  return { token, user, expiryTime }
}

function readUser(): StoredUser | undefined {
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
] as const satisfies readonly (keyof StoredUser)[]

/** Checked by hand: the schemas of the contracts are not loaded before the first paint. */
function isStoredUser(user: unknown): user is StoredUser {
  if (typeof user !== 'object' || user === null) return false
  const fields = user as Record<string, unknown>
  return textFields.every((field) => typeof fields[field] === 'string') && typeof fields.balance === 'number'
}
