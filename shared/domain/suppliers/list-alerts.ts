import { supplierNames } from '../../contracts/api-types.ts'
import type { SupplyAlert } from '../../contracts/supply.ts'
import { AlertModel, alertId, type IAlert } from '../alerts/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance } from '../purchasing/index.ts'

const shownMs = 24 * 3_600_000
/** What waits is tried again within the hour: had it failed, that would have been recent. */
const waitsShownMs = 70 * 60_000

const ofMessages = { $in: ['messages_wait'] satisfies IAlert['kind'][] }
const ofTickets = { $in: ['ticket_ending', 'ticket_over'] satisfies IAlert['kind'][] }
const ofSuppliers = {
  $in: [
    ...(['price_changed', 'fields_changed', 'check_trouble', 'rule_broken'] as const),
    ...(['cost_too_far', 'cost_differs'] as const),
  ] satisfies IAlert['kind'][],
}

/**
 * What suppliers stopped, which orders broke a rule and which reports were late within the last 24 hours, a hundred of each at most, which ways of
 * sending messages are stopped, and which accounts are low now; the newest first.
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
  ])
  const alerts = found.flat().toSorted((one, other) => Number(other.lastAt) - Number(one.lastAt))
  return alerts.map(({ _id, firstAt, lastAt, ...alert }) => ({
    ...alert,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}

/** However long ago that was recent, and no longer than it is so. */
async function lowAccounts(): Promise<IAlert[]> {
  const known = await BalanceModel.find({ _id: { $in: supplierNames } }).lean<IBalance[]>()
  const low = known.filter(({ isLow }) => isLow)
  const ids = low.map(({ _id }) => idOf(_id))
  const recent = await AlertModel.find({ _id: { $in: ids } }).lean<IAlert[]>()
  return low.flatMap(({ _id, isAutoPauseOn }) => {
    const alert = recent.find((one) => one._id === idOf(_id))
    const pausing = isAutoPauseOn ? '; items that it can’t cover are taken off sale by themselves' : ''
    return alert ? [{ ...alert, detail: `${alert.detail}${pausing}` }] : []
  })
}

const idOf = (account: string) => alertId({ kind: 'balance_low', account, supplierItemId: '' })
