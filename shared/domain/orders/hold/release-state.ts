import { type SupplierName, supplierAccounts, supplierNames } from '../../../contracts/api-types.ts'
import type { ReleaseWait } from '../../../contracts/incident-states.ts'
import type { Incident } from '../../../contracts/incidents.ts'
import { openUntil } from '../../../platform/circuit-breaker.ts'
import type { Deps } from '../../deps.ts'
import { type IIncident, isStopped } from '../../incidents/index.ts'
import type { IUnit } from '../../purchasing/index.ts'
import { holdIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'

/** A call has been answered after this time, or its process has crashed. */
const callMs = 2 * 60_000

/** Orders that are on hold for the incident. */
export const heldFor = ({ _id }: IIncident) => ({
  'hold.incident': _id,
  status: 'Processing' as const,
  'hold.releasedAt': null,
})

const releasedBy = ({ _id, releaseStartedAt, startedAt }: IIncident) => ({
  'hold.incident': _id,
  status: 'Processing' as const,
  'hold.releasedAt': { $gte: releaseStartedAt ?? startedAt },
})

export type CooldownDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log'>

/** An account for which no order is released now, why, and when it is tried again. */
type AccountCooldown = { account: SupplierName; reason: ReleaseWait; detail: string; until: Date | null }

/**
 * The incident's accounts for which no order is released now: the circuit breaker is open, or a released
 * order already waits for the account. Further orders would only wait in another queue, and would not show
 * whether the supplier fails.
 */
export async function unavailableAccounts(
  deps: CooldownDeps,
  incident: IIncident,
): Promise<AccountCooldown[]> {
  const { scope } = incident
  const accounts = supplierNames.filter((name) => scope === 'ALL' || scope === name)
  const cooldowns = await Promise.all(accounts.map((account) => cooldownOf(deps, incident, account)))
  return cooldowns.flatMap((cooldown) => cooldown ?? [])
}

async function cooldownOf(
  deps: CooldownDeps,
  incident: IIncident,
  account: SupplierName,
): Promise<AccountCooldown | undefined> {
  const until = await openUntil(deps, account)
  if (until) return { account, reason: 'unavailable', detail: '', until }
  const first = await OrderModel.findOne({
    ...releasedBy(incident),
    'pendingReason.kind': 'supplier_unavailable',
    'item.apiType': { $in: supplierAccounts[account] },
  })
    .hint(holdIndex)
    .select({ pendingReason: 1, due: 1 })
    .lean<Pick<OrderDoc, 'pendingReason' | 'due'> | null>()
  if (!first) return undefined
  return { account, reason: 'queued', detail: first.pendingReason?.detail ?? '', until: first.due.fulfil.at }
}

/** Why a running release releases nothing, for the admins; empty if it is stopped. */
export async function waitsOf(deps: CooldownDeps, incident: IIncident): Promise<Incident['waits']> {
  if (incident.state !== 'releasing' || isStopped(incident)) return []
  const cooldowns = await unavailableAccounts(deps, incident)
  return cooldowns.map(({ until, ...rest }) => ({ ...rest, until: until?.toISOString() ?? null }))
}

/**
 * Whether a released order has not been sent yet, or awaits an answer: its failure can still stop the
 * release.
 */
export async function isReleaseInProgress(
  { clock }: Pick<Deps, 'clock'>,
  incident: IIncident,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - callMs)
  const orders = OrderModel.find({
    ...releasedBy(incident),
    'pendingReason.needsAction': { $ne: true },
    'units.state': { $in: ['planned', 'sending'] },
  })
    .hint(holdIndex)
    .select({ units: 1 })
    .lean<Pick<OrderDoc, 'units'>>()
    .cursor()
  // One after the other: a supplier may have accepted thousands.
  for await (const { units } of orders) {
    const next = units.find(({ state }) => state !== 'delivered')
    if (next && isAwaited(next, since)) return true
  }
  return false
}

/** An accepted purchase counts as answered, however long the delivery takes. */
const isAwaited = ({ state, supplierOrderId, sentAt }: IUnit, since: Date): boolean =>
  state === 'planned' || (state === 'sending' && supplierOrderId === '' && sentAt !== null && sentAt > since)
