import { setTimeout as sleep } from 'node:timers/promises'
import { interrupted } from '../../bench/kit/interrupted.ts'
import { linesOf, percentile } from '../../bench/kit/rows.ts'
import type { Row } from '../../bench/kit/suite.ts'
import { ask } from './client.ts'
import { buyDiamonds, type Customer, signInTry } from './customer.ts'
import { allowed, shareGood } from './limits.ts'

/** `isSecond`: the first was answered with 503, which asks to retry shortly. */
type Try = { isGood: boolean; ms: number; reason: string; isSecond?: true }

/** A slow Redis closes sign-in for two seconds. */
const inAMomentMs = 2_500

const line = linesOf('customer')

/**
 * Opens the home page, signs in and buys at a slow rate until it is stopped.
 * @returns a function that stops it, with its rows
 */
export function startTrueCustomer(origin: string, customer: Customer): () => Promise<Row[]> {
  const { address: from, email, cookie } = customer
  let isStopped = false
  const again = async (everyMs: number, act: () => Promise<Try>): Promise<Try[]> => {
    const tries: Try[] = []
    while (!isStopped && !interrupted.aborted) {
      const one = await actPatiently(act)
      tries.push(one)
      if (!one.isGood && !interrupted.aborted)
        console.log(`    The customer failed: ${one.reason.slice(0, 300)}`)
      await sleep(everyMs)
    }
    return tries
  }
  const reply = ({ status, ms, text }: { status: number; ms: number; text: string }): Try => ({
    isGood: status === 200,
    ms,
    reason: `${status} ${text}`,
  })
  const running = {
    'home page': again(1_000, async () => reply(await ask(origin, '/', { from, accept: 'text/html' }))),
    'sign-in': again(5_000, async () => reply(await signInTry(origin, { email, from, cookie }))),
    'order from the wallet to Completed': again(3_000, async () => {
      const { isCompleted, completedMs, reason } = await buyDiamonds(origin, customer)
      return { isGood: isCompleted, ms: completedMs, reason }
    }),
  }
  return async () => {
    isStopped = true
    const rows: Row[] = []
    for (const [what, tries] of Object.entries(running)) rows.push(...rowsOf(what, await tries))
    return rows
  }
}

async function actPatiently(act: () => Promise<Try>): Promise<Try> {
  const first = await act()
  if (!first.reason.startsWith('503')) return first
  await sleep(inAMomentMs)
  return { ...(await act()), isSecond: true }
}

function rowsOf(what: string, tries: readonly Try[]): Row[] {
  const good = tries.filter(({ isGood }) => isGood)
  const second = tries.filter(({ isSecond }) => isSecond)
  const times = good.map(({ ms }) => ms)
  return [
    line.min(`${what}, ${tries.length} times: % that go well`, shareGood(good.length, tries.length), 100),
    line.max(`${what}: asked to come again in a moment (503)`, second.length, allowed.comeAgain),
    line.info(`${what}: p99, ms`, percentile(times, 0.99)),
  ]
}
