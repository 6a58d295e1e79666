import { setTimeout as sleep } from 'node:timers/promises'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { ask, type Reply } from './client.ts'

/** A person of the demo, signed in from their own browser. */
export type Customer = {
  userid: string
  token: string
  email: string
  mobile: string
  address: string
  /** The cookie that the browser received at sign-in; empty where the shop sets none. */
  cookie: string
}

/** Published in the README. */
export const demoPassword = 'jhatpat-demo-1'

export const signInTry = (
  origin: string,
  { email, from, cookie = '', password = demoPassword }: SignIn,
): Promise<Reply> => ask(origin, '/api/auth/login', { from, cookie, body: { email, password } })

type SignIn = { email: string; from: string; cookie?: string; password?: string }

/** @throws CliError when the sign-in is rejected */
export async function signIn(origin: string, email: string, address: string): Promise<Customer> {
  const reply = await signInTry(origin, { email, from: address })
  const { token, user } = reply.json as { token?: string; user?: { userid: string; mobilenumber: string } }
  if (!token || !user) throw new CliError(`${email} cannot sign in: ${reply.status} ${reply.text}`)
  const cookie = reply.cookies.map((one) => one.split(';')[0]).join('; ')
  return { userid: user.userid, mobile: String(user.mobilenumber), token, email, address, cookie }
}

const pollMs = 300
const completedWithinMs = 30_000

export type Bought = { isCompleted: boolean; placedMs: number; completedMs: number; reason: string }

let players = 710_000_000

/**
 * Buys 86 diamonds from the wallet for a player that was not checked before, and waits until they are
 * delivered.
 */
export async function buyDiamonds(origin: string, { userid, token, address }: Customer): Promise<Bought> {
  players += 1
  const startedAt = performance.now()
  const product = { itemid: 1001, product_id: 'mobile-legends', input1: String(players), input2: '2001' }
  const placed = await ask(origin, '/api/order/createWalletOrder', {
    from: address,
    token,
    body: { ...product, userid, paymentmode: 'wallet', key: 'storefront' },
  })
  const client_txn_id = placed.json.client_txn_id
  let reason = `${placed.status} ${placed.text.slice(0, 200)}`
  while (typeof client_txn_id === 'string' && performance.now() - startedAt < completedWithinMs) {
    await sleep(pollMs)
    const polled = await ask(origin, '/api/order/orderstatus', {
      from: address,
      token,
      body: { client_txn_id, date: istDay(new Date()), key: 'storefront' },
    })
    const { status } = (polled.json.order ?? {}) as { status?: string }
    reason = `${client_txn_id}: ${status ?? `${polled.status} ${polled.text.slice(0, 200)}`}`
    if (status !== 'Completed') continue
    return { isCompleted: true, placedMs: placed.ms, completedMs: performance.now() - startedAt, reason: '' }
  }
  return { isCompleted: false, placedMs: placed.ms, completedMs: performance.now() - startedAt, reason }
}
