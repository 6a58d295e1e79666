import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { effectsByPlayer } from './effects.ts'
import type { Rule } from './evidence.ts'
import { moneyByOrder, type OrderMoney } from './order-money.ts'

/**
 * A delivered order is paid, to the paisa; a paid and undelivered one is refunded once, or waits on the
 * board.
 */
export const deliveredIsPaid: Rule = (evidence) => {
  const effects = effectsByPlayer(evidence)
  const moneyOf = moneyByOrder(evidence)
  return evidence.orders.flatMap((order) => {
    const delivered = order.delivery === 'instant' ? (effects.get(order.input1)?.length ?? 0) : 0
    return [...faultsOf(order, delivered, moneyOf(order._id)), ...unprovenUnits(order)].map(
      ({ what, paise }) => ({
        rule: 'I6' as const,
        about: order._id,
        what,
        paise,
      }),
    )
  })
}

type Fault = { what: string; paise: number }

function faultsOf(order: OrderDoc, delivered: number, { paid, refunded }: OrderMoney): Fault[] {
  const { status, pricePaise } = order
  const faults: Fault[] = []
  const isComplete = delivered === order.units.length
  if (delivered > 0 && paid !== pricePaise)
    faults.push({ what: `delivered, but ${paid} of ${pricePaise} paise were paid`, paise: pricePaise - paid })
  if (paid > 0 && paid !== pricePaise)
    faults.push({ what: `paid ${paid} for a price of ${pricePaise}`, paise: Math.abs(paid - pricePaise) })
  if (status === 'Completed' && paid !== pricePaise)
    faults.push({
      what: `Completed with ${paid} of ${pricePaise} paise paid`,
      paise: Math.abs(pricePaise - paid),
    })
  if (status === 'Completed' && order.delivery === 'instant' && !isComplete && refunded === 0)
    faults.push({
      what: `Completed with ${delivered} of ${order.units.length} units delivered`,
      paise: pricePaise,
    })
  if (status === 'Refunded' && paid > 0 && refunded !== paid)
    faults.push({ what: `Refunded with ${refunded} of ${paid} paise`, paise: Math.abs(paid - refunded) })
  if (status === 'Refunded' && delivered > 0 && refunded === pricePaise)
    faults.push({ what: `${delivered} units delivered, and all of the price refunded`, paise: pricePaise })
  if (['Created', 'Failed'].includes(status) && (paid > 0 || delivered > 0))
    faults.push({ what: `${status} although paid ${paid} and ${delivered} units delivered`, paise: paid })
  return faults
}

const automatic = ['system', 'supplier', 'customer', 'payments']

/** Units that contradict how their order ended, without an admin's decision, a conflict or a follow-up. */
function unprovenUnits({
  status,
  history,
  supplierConflicts,
  units,
  partlyRefundedPaise,
  due,
  pricePaise,
}: OrderDoc): Fault[] {
  const isAutomatic = automatic.includes(history.at(-1)?.by ?? '')
  if (!isAutomatic || supplierConflicts?.length > 0) return []
  const isRefunded = status === 'Refunded' || status === 'Cancelled'
  if (!isRefunded && status !== 'Completed') return []
  const isProven = (state: string) => {
    if (state === 'sending' || state === 'unknown') return isRefunded && due.fulfil.at !== null
    if (state === 'delivered') return !isRefunded
    return isRefunded || partlyRefundedPaise > 0
  }
  return units
    .filter(({ state }) => !isProven(state))
    .map(({ state }) => ({ what: `${status} with a unit ${state}`, paise: pricePaise }))
}
