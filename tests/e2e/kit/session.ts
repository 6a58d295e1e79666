import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { type BrowserContextOptions, devices } from '@playwright/test'
import { personOf } from '../../support/person.ts'

/** The demo's people, and a visitor who is not signed in. */
export type Who = 'asha' | 'ravi' | 'meera' | 'imran' | 'visitor'

/** The password of all demo logins. */
export const password = 'jhatpat-demo-1'

export function emailOf(who: Who): string {
  return `${who}@jhatpat.test`
}

/** The width of most phones in India. */
export const phone: BrowserContextOptions = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 1,
}

/** The local storage of a browser after a login; empty for a visitor. */
export type Session = Record<string, string>

const sessions = new Map<Who, Promise<Session>>()

/** Signs in at the shop of `origin`, once for each person. */
export function sessionOf(origin: string, who: Who): Promise<Session> {
  if (who === 'visitor') return Promise.resolve({})
  const known = sessions.get(who) ?? signIn(origin, who)
  sessions.set(who, known)
  return known
}

/** Call it when a person's sessions were ended: their next page signs in again. */
export function forgetSession(who: Who): void {
  sessions.delete(who)
}

/** The storage of a browser in which that session is open and today's popup was closed. */
export function storageOf(origin: string, session: Session = {}) {
  const entries = { popupClosedOn: toInputDate(Date.now()), ...session }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin, localStorage }] }
}

async function signIn(origin: string, who: Who): Promise<Session> {
  const { token, user } = await personOf(origin).call(login, { body: { email: emailOf(who), password } })
  const expiryTime = String(Date.now() + 21_600_000)
  return { token, expiryTime, isLoggedIn: 'true', user: JSON.stringify(user) }
}
