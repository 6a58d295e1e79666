import { supplierNames } from '../../contracts/api-types.ts'
import type { SupplyAlert } from '../../contracts/supply.ts'
import { AlertModel, alertId, type IAlert } from '../alerts/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance } from '../purchasing/index.ts'

const shownMs = 24 * 3_600_000
/** Deferred messages are retried within the hour, so a failing channel has had an alert within this time. */
const waitsShownMs = 70 * 60_000

const ofMessages = { $in: ['messages_wait'] satisfies IAlert['kind'][] }
const ofShop = { $in: ['shop_busy', 'backup_overdue'] satisfies IAlert['kind'][] }
const ofTickets = { $in: ['ticket_ending', 'ticket_over'] satisfies IAlert['kind'][] }
const ofSuppliers = {
  $in: [
    ...(['price_changed', 'fields_changed', 'check_trouble', 'rule_broken'] as const),
    ...(['cost_too_far', 'cost_differs'] as const),
  ] satisfies IAlert['kind'][],
}

/**
 * Alerts of the last 24 hours (sales stopped by suppliers, orders that broke a rule, late tickets, refusals in a rush; at
 * most 100 of each), message channels that are down, and accounts that are low now; the newest first.
 */
export async function listAlerts({ clock }: Pick<Deps, 'clock'>): Promise<SupplyAlert[]> {
  const latest = (kind: { $in: IAlert['kind'][] }, withinMs = shownMs) =>
    AlertModel.find({ lastAt: { $gte: new Date(clock.now().getTime() - withinMs) }, kind })
      .sort({ lastAt: -1 })
      .limit(100)
      .lean<IAlert[]>()
  const found = await Promise.all([
    lowAccounts(),
    latest(ofSuppliers),
    latest(ofMessages, waitsShownMs),
    latest(ofTickets),
    latest(ofShop),
  ])
  const alerts = found.flat().toSorted((a, b) => Number(b.lastAt) - Number(a.lastAt))
  return alerts.map(({ _id, firstAt, lastAt, ...alert }) => ({
    ...alert,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}

/** The alert of each account that is low now, whatever its age. */
async function lowAccounts(): Promise<IAlert[]> {
  const balances = await BalanceModel.find({ _id: { $in: supplierNames } }).lean<IBalance[]>()
  const low = balances.filter(({ isLow }) => isLow)
  const ids = low.map(({ _id }) => idOf(_id))
  const alerts = await AlertModel.find({ _id: { $in: ids } }).lean<IAlert[]>()
  return low.flatMap(({ _id, isAutoPauseOn }) => {
    const alert = alerts.find((candidate) => candidate._id === idOf(_id))
    const pausing = isAutoPauseOn ? '; items that it can’t cover are taken off sale by themselves' : ''
    return alert ? [{ ...alert, detail: `${alert.detail}${pausing}` }] : []
  })
}

const idOf = (account: string) => alertId({ kind: 'balance_low', account, supplierItemId: '' })
