import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { IncidentScope } from '@jhatpat/shared/contracts/incident-scopes.ts'
import type { Incident, OpenIncident } from '@jhatpat/shared/contracts/incidents.ts'
import { isPaymentGatewayName, type PaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { supplierTitles } from '../suppliers/supplier-names.ts'

const gatewayScopeTitles = {
  upigateway: 'UPI payments by UPIGateway',
} as const satisfies Record<PaymentGatewayName, string>

export const scopeTitles = {
  ...supplierTitles,
  ALL: 'All suppliers',
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
  const again = until ? `, retrying at ${clockTime(until, { seconds: true })}` : ''
  if (reason === 'unavailable') return `${supplierTitles[account]} is not responding${again}.`
  return `The last released order is waiting for ${supplierTitles[account]}${detail ? ` (${detail})` : ''}${again}.`
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
  const since = clockTime(incident.startedAt)
  if (isPaymentGatewayName(incident.scope)) return `${title} paused since ${since}`
  const count = ordersText(incident.held.orders)
  if (incident.state === 'active') return `${title} on hold since ${since} · ${count} on hold`
  const left = `${title} · ${count} left`
  if (incident.releaseStopped) return `Release paused · ${left}`
  const [wait] = incident.waits
  if (wait && isStill(incident)) return `Release waiting · ${left} · ${waitText(wait)}`
  const by = doneBy(incident, now)
  return `Releasing · ${left}${by ? ` · by ${by}` : ''}`
}

const happened = {
  started: 'started it',
  message: 'changed the message',
  releasing: 'started release',
  release_rate: 'changed release rate',
  stopped: 'paused release',
  held: 'put orders on hold again',
  ended: 'Resolved',
} as const satisfies Record<Incident['log'][number]['event'], string>

/** `Meera started release: 15 per minute`. */
export function happenedText({ by, event, detail }: Incident['log'][number]): string {
  if (by === '') return event === 'stopped' ? `Paused automatically: ${detail}` : happened[event]
  const more = event === 'releasing' || event === 'release_rate' ? `${detail} per minute` : detail
  if (event === 'ended') return `${by} resolved it`
  return `${by} ${happened[event]}${more ? `: ${more}` : ''}`
}
