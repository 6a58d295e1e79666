import { setTimeout as wait } from 'node:timers/promises'
import type { Response } from 'express'
import * as z from 'zod'

/**
 * How a call can end. `_accepted`: the vendor acts, and only then breaks its answer; `_lost` and the
 * others: it breaks before acting. `cut_json` and `no_id` act too.
 */
export const outcomes = [
  'ok',
  'refuse',
  'timeout_accepted',
  'timeout_lost',
  'reset',
  'reset_accepted',
  'http500',
  'http500_accepted',
  'http429',
  'http403',
  'html',
  'html_accepted',
  'cut_json',
  'no_id',
] as const

export const Fault = z.strictObject({
  outcome: z.enum(outcomes).default('ok'),
  /** Number of matching calls. */
  times: z.number().int().min(1).default(1),
  /** The call; by default the one that moves money; `*` for all. */
  call: z.string().optional(),
  /** Only for calls whose fields equal these, e.g. `{ "userid": "123" }`. */
  match: z.record(z.string(), z.string()).default({}),
  /** The vendor's own code and text for `refuse`. */
  code: z.string().optional(),
  message: z.string().optional(),
  /** MooGold: the statuses of this order. */
  statuses: z.array(z.string()).min(1).optional(),
  delayMs: z.number().int().min(0).optional(),
  replyDelayMs: z.number().int().min(0).optional(),
  /** The header `Retry-After` of `http429`; none by default. */
  retryAfter: z.string().optional(),
})
export type Fault = z.output<typeof Fault>

export const Faults = z.union([Fault, z.array(Fault)]).transform((given) => [given].flat())

export type Fields = Record<string, string>

export type FaultPlan = {
  add(faults: readonly Fault[]): void
  /** The next fault for this call, if any; counts it down. */
  take(call: string, fields: Fields): Fault | undefined
  list(): readonly Fault[]
  clear(): void
}

/** @param usualCall the call of a fault that names none */
export function createFaultPlan(usualCall: string): FaultPlan {
  let planned: Fault[] = []
  return {
    add(faults) {
      planned.push(...faults.map((fault) => ({ ...fault })))
    },
    take(call, fields) {
      const fault = planned.find((each) => fits(each, call, fields))
      if (!fault) return undefined
      fault.times -= 1
      planned = planned.filter((each) => each.times > 0)
      return fault
    },
    list: () => planned,
    clear() {
      planned = []
    },
  }

  function fits(fault: Fault, call: string, fields: Fields): boolean {
    const meant = fault.call ?? usualCall
    if (meant !== '*' && meant !== call) return false
    return Object.entries(fault.match).every(([name, value]) => fields[name] === value)
  }
}

export type VendorAnswer = { httpStatus: number; body: unknown }

export type FaultyCall = {
  response: Response
  fault: Fault | undefined
  delays: { delayMs: number; replyDelayMs: number }
  /** Performs the request, and returns the vendor's reply. */
  act: () => Promise<VendorAnswer>
}

/** Runs one call with its fault: acts or not, then answers or breaks off. */
export async function answerWithFault({ response, fault, delays, act }: FaultyCall): Promise<void> {
  const outcome = fault?.outcome ?? 'ok'
  await pause(fault?.delayMs ?? delays.delayMs)
  if (breaksBeforeActing.has(outcome)) return breakOff(response, outcome, fault)
  const answer = await act()
  await pause(fault?.replyDelayMs ?? delays.replyDelayMs)
  if (outcome === 'cut_json') return sendHalf(response, answer)
  if (outcome.endsWith('_accepted')) return breakOff(response, outcome)
  response.status(answer.httpStatus).json(answer.body)
}

const breaksBeforeActing = new Set(['timeout_lost', 'reset', 'http500', 'html', 'http429', 'http403'])

function breakOff(response: Response, outcome: string, fault?: Fault): void {
  if (outcome === 'http429') {
    if (fault?.retryAfter) response.setHeader('retry-after', fault.retryAfter)
    return void response.status(429).type('html').send('<h1>429 Too Many Requests</h1>')
  }
  if (outcome === 'http403') return void response.status(403).type('html').send('<h1>403 Forbidden</h1>')
  if (outcome.startsWith('timeout')) return
  if (outcome.startsWith('reset')) response.socket?.resetAndDestroy()
  else if (outcome.startsWith('http500'))
    response.status(500).type('html').send('<h1>500 Internal Server Error</h1>')
  else
    response
      .status(200)
      .type('html')
      .send('<!doctype html><title>Just a moment...</title><p>Checking your browser')
}

function sendHalf(response: Response, answer: VendorAnswer): void {
  const text = JSON.stringify(answer.body)
  response
    .status(200)
    .type('json')
    .send(text.slice(0, Math.ceil(text.length / 2)))
}

const pause = (ms: number) => (ms > 0 ? wait(ms) : undefined)
