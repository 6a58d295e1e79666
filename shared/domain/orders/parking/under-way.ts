import { type SupplierName, supplierAccounts, supplierNames } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import { type IUnit, pausedUntil } from '../../fulfilment/index.ts'
import type { IIncident } from '../../incidents/index.ts'
import { parkedIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/** A call is answered by then, or its process is dead. */
const callMs = 2 * 60_000

const letOutOf = ({ _id, drainingAt, startedAt }: IIncident) => ({
  ...{ 'parked.incident': _id, status: 'Processing' as const },
  'parked.outAt': { $gte: drainingAt ?? startedAt },
})

/**
 * The incident's accounts for which nothing is let out now: one that is paused, or for which somebody let out already
 * waits. Who came after would only stand in another line, and nothing would tell that the supplier fails.
 */
export async function restingAccounts(
  deps: Pick<Deps, 'redis' | 'env' | 'clock' | 'log'>,
  incident: IIncident,
): Promise<SupplierName[]> {
  const { scope } = incident
  const accounts = supplierNames.filter((name) => scope === 'ALL' || scope === name)
  const rests = await Promise.all(
    accounts.map(async (account) => {
      if (await pausedUntil(deps, account)) return true
      const waits = await OrderModel.exists({
        ...letOutOf(incident),
        'attention.kind': 'supplier_paused',
        'item.apiType': { $in: supplierAccounts[account] },
      }).hint(parkedIndex)
      return waits !== null
    }),
  )
  return accounts.filter((_account, index) => rests[index])
}

/** Whether something that was let out has yet to be sent, or its call to be answered: three may still fail. */
export async function isUnderWay({ clock }: Pick<Deps, 'clock'>, incident: IIncident): Promise<boolean> {
  const since = new Date(clock.now().getTime() - callMs)
  const orders = await OrderModel.find({
    ...letOutOf(incident),
    'attention.forPerson': { $ne: true },
    'units.state': { $in: ['planned', 'sending'] },
  })
    .hint(parkedIndex)
    .select({ units: 1 })
    .lean<Pick<OrderDoc, 'units'>[]>()
  return orders.some(({ units }) => {
    const next = units.find(({ state }) => state !== 'delivered')
    return next !== undefined && isAwaited(next, since)
  })
}

/** What the supplier has accepted is answered, however long it takes to deliver. */
const isAwaited = ({ state, supplierOrderId, sentAt }: IUnit, since: Date): boolean =>
  state === 'planned' || (state === 'sending' && supplierOrderId === '' && sentAt !== null && sentAt > since)
