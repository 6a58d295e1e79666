import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { IncidentScope } from '@jhatpat/shared/contracts/incident-scopes.ts'
import type { Incident, OpenIncident } from '@jhatpat/shared/contracts/incidents.ts'
import { isPaymentGatewayName, type PaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { supplierTitles } from '../suppliers/supplier-texts.ts'

const gatewayScopeTitles = {
  upigateway: 'UPI payments by UPIGateway',
} as const satisfies Record<PaymentGatewayName, string>

export const scopeTitles = {
  ...supplierTitles,
  ALL: 'Everything',
  ...gatewayScopeTitles,
} as const satisfies Record<IncidentScope, string>

export const ordersText = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

/**
 * Whether nothing is released although releasing is on; for an incident of all accounts, other
 * accounts may continue.
 */
const isStill = ({ scope, waits }: Pick<OpenIncident, 'scope' | 'waits'>): boolean =>
  waits.length >= (scope === 'ALL' ? supplierNames.length : 1)

/** Why nothing is released for an account, and until when. */
export function waitText({ account, reason, detail, until }: OpenIncident['waits'][number]): string {
  const again = until ? `, tried again at ${clockTime(until, { seconds: true })}` : ''
  if (reason === 'unavailable') return `${supplierTitles[account]} does not answer${again}.`
  return `What was let out last waits for ${supplierTitles[account]}${detail ? ` (${detail})` : ''}${again}.`
}

/**
 * When all held orders will be released at the current rate; undefined while none is being
 * released.
 */
export function doneBy(
  { scope, waits, held, perMinute, state, releaseStopped }: OpenIncident,
  now: number,
): string | undefined {
  if (state !== 'releasing' || releaseStopped || held.orders === 0 || isStill({ scope, waits }))
    return undefined
  return clockTime(now + Math.ceil(held.orders / perMinute) * 60_000)
}

/** The text of the strip on every screen. */
export function stripText(incident: OpenIncident, now: number): string {
  const title = scopeTitles[incident.scope]
  if (isPaymentGatewayName(incident.scope))
    return `${title} are switched off since ${clockTime(incident.startedAt)}.`
  const count = ordersText(incident.held.orders)
  if (incident.state === 'active') {
    return `Incident mode since ${clockTime(incident.startedAt)}: ${title}. ${count} ${incident.held.orders === 1 ? 'is' : 'are'} parked.`
  }
  if (incident.releaseStopped) return `Halted: ${title}. ${count} left, and none goes out.`
  const [wait] = incident.waits
  if (wait && isStill(incident)) return `Standing still: ${title}. ${count} left. ${waitText(wait)}`
  const by = doneBy(incident, now)
  return `Letting out: ${title}. ${count} left${by ? `, done by ${by}` : ''}.`
}

const happened = {
  started: 'started it',
  message: 'changed the message',
  releasing: 'began to let orders out',
  release_rate: 'changed the pace',
  stopped: 'halted it',
  held: 'parked again',
  ended: 'It is over',
} as const satisfies Record<Incident['log'][number]['event'], string>

/** `Meera began to let orders out: 15 a minute`. */
export function happenedText({ by, event, detail }: Incident['log'][number]): string {
  if (by === '') return event === 'stopped' ? `Halted by itself: ${detail}` : happened[event]
  const more = event === 'releasing' || event === 'release_rate' ? `${detail} a minute` : detail
  if (event === 'ended') return `${by} ended it`
  return `${by} ${happened[event]}${more ? `: ${more}` : ''}`
}
