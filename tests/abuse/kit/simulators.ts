import { setTimeout as sleep } from 'node:timers/promises'
import { NotMeasurable } from './not-measurable.ts'

export type JournalEntry = Record<string, unknown>

/** Fields of a call; without any, each call matches. */
type Match = Record<string, string>

/** The simulators' control calls. */
export type Simulators = {
  command(vendor: string, command: Record<string, unknown>): Promise<Record<string, unknown>>
  journal(vendor: string): Promise<JournalEntry[]>
  /**
   * Counts the calls of a vendor from now on with the fields of any of `matches`.
   * @returns a function that reads the count
   */
  countCalls(vendor: string, call: string, matches: Match[]): Promise<() => Promise<number>>
}

export function simulatorsAt(url: string): Simulators {
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}/control/${path}`, { ...init, signal: AbortSignal.timeout(30_000) })
    if (!response.ok) throw new NotMeasurable(`The simulators refuse ${path}: ${await response.text()}`)
    return response.json()
  }
  const command: Simulators['command'] = async (vendor, body) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await read(vendor, { method: 'POST', headers, body: JSON.stringify(body) })
    return (reply as { state: Record<string, unknown> }).state
  }
  return {
    command,
    journal: async (vendor) => (await read(`${vendor}/journal`)) as JournalEntry[],
    countCalls: async (vendor, call, matches) => {
      const times = plentyOfCalls
      await command(vendor, { next: matches.map((match) => ({ outcome: 'ok', call, match, times })) })
      return async () => callsSince(await read(`${vendor}/state`), call, matches)
    },
  }
}

/** A planned outcome counts down with each matching call: the difference is the number of calls. */
const plentyOfCalls = 1_000_000

type Plan = { call?: string; times: number; match: Match }

/**
 * Pure.
 * @throws NotMeasurable where the simulator does not keep the plan
 */
export function callsSince(state: unknown, call: string, matches: readonly Match[]): number {
  const plans = (state as { next?: Plan[] }).next ?? []
  const calls = matches.map((match) => {
    const wanted = JSON.stringify(match)
    const plan = plans.find((one) => one.call === call && JSON.stringify(one.match) === wanted)
    if (!plan) throw new NotMeasurable(`The simulator does not count ${call} ${wanted}.`)
    return plentyOfCalls - plan.times
  })
  return calls.reduce((sum, count) => sum + count, 0)
}

const quietMs = 3_000

/** Waits until a count has not grown for three seconds, at most for `timeoutMs`. */
export async function whenSettled(count: () => Promise<number>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  let last = await count()
  let grownAt = performance.now()
  while (performance.now() < Math.min(deadline, grownAt + quietMs)) {
    await sleep(500)
    const now = await count()
    if (now > last) grownAt = performance.now()
    last = now
  }
}
