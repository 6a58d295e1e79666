import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Incident, OpenIncident } from '@jhatpat/shared/contracts/incidents.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { supplierTitles } from '../suppliers/supplier-texts.ts'

export const scopeTitles = {
  ...supplierTitles,
  ALL: 'Everything',
  GATEWAY: 'UPI payments',
} as const satisfies Record<Incident['scope'], string>

export const ordersText = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

/** Whether nothing at all goes out though it may; where all accounts are concerned, others may go on. */
const isStill = ({ scope, waits }: Pick<OpenIncident, 'scope' | 'waits'>): boolean =>
  waits.length >= (scope === 'ALL' ? supplierNames.length : 1)

/** Why nothing goes out for an account, and until when. */
export function waitText({ account, why, detail, until }: OpenIncident['waits'][number]): string {
  const again = until ? `, tried again at ${clockTime(until, { seconds: true })}` : ''
  if (why === 'paused') return `${supplierTitles[account]} does not answer${again}.`
  return `What was let out last waits for ${supplierTitles[account]}${detail ? ` (${detail})` : ''}${again}.`
}

/** By when the parked ones are out at the pace of now; undefined while none goes out. */
export function doneBy(
  { scope, waits, parked, perMinute, state, halted }: OpenIncident,
  now: number,
): string | undefined {
  if (state !== 'draining' || halted || parked.orders === 0 || isStill({ scope, waits })) return undefined
  return clockTime(now + Math.ceil(parked.orders / perMinute) * 60_000)
}

/** The line across every screen. */
export function stripText(one: OpenIncident, now: number): string {
  const title = scopeTitles[one.scope]
  if (one.scope === 'GATEWAY') return `UPI payments are switched off since ${clockTime(one.startedAt)}.`
  const count = ordersText(one.parked.orders)
  if (one.state === 'on') {
    return `Incident mode since ${clockTime(one.startedAt)}: ${title}. ${count} ${one.parked.orders === 1 ? 'is' : 'are'} parked.`
  }
  if (one.halted) return `Halted: ${title}. ${count} left, and none goes out.`
  const [wait] = one.waits
  if (wait && isStill(one)) return `Standing still: ${title}. ${count} left. ${waitText(wait)}`
  const by = doneBy(one, now)
  return `Letting out: ${title}. ${count} left${by ? `, done by ${by}` : ''}.`
}

const happened = {
  started: 'started it',
  message: 'changed the message',
  draining: 'began to let orders out',
  pace: 'changed the pace',
  halted: 'halted it',
  parked: 'parked again',
  ended: 'It is over',
} as const satisfies Record<Incident['log'][number]['what'], string>

/** `Meera began to let orders out: 15 a minute`. */
export function happenedText({ by, what, detail }: Incident['log'][number]): string {
  if (by === '') return what === 'halted' ? `Halted by itself: ${detail}` : happened[what]
  const more = what === 'draining' || what === 'pace' ? `${detail} a minute` : detail
  if (what === 'ended') return `${by} ended it`
  return `${by} ${happened[what]}${more ? `: ${more}` : ''}`
}
