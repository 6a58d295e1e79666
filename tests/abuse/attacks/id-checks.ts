import { CliError } from '../../../scripts/processes/cli-error.ts'
import { linesOf } from '../../bench/kit/rows.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { ask, countUnanswered, evenly, type Reply, statusesOf } from '../kit/client.ts'
import { buyDiamonds } from '../kit/customer.ts'
import { idChecksAllowed } from '../kit/limits.ts'

const checks = 400
const overMs = 3_000
const addresses = 20

/** A product of each supplier account. No other check of this run uses these zones. */
const accounts = [
  { name: 'SMILEBR', product: 'mobile-legends', vendor: 'smileone', call: 'getrole', zone: '3201' },
  { name: 'SMILEPH', product: 'mobile-legends-ph', vendor: 'smileone', call: 'getrole', zone: '3202' },
  {
    name: 'MOOGOLD',
    product: 'mobile-legends-global',
    vendor: 'moogold',
    call: 'product/validate',
    zone: '3203',
  },
] as const

const line = linesOf('checks')

/**
 * Each player check without a session is a call to a supplier, which slows the whole account down when it
 * gets too many.
 */
export const idChecks: Attack = {
  about: '400 id checks without a session in 3 s from 20 addresses, and a purchase meanwhile',
  run: async (shop) => {
    const items = await Promise.all(accounts.map(({ product }) => firstItem(shop, product)))
    const counters = []
    for (const { vendor, call, zone } of accounts) {
      const match: Record<string, string> = vendor === 'smileone' ? { zoneid: zone } : {}
      counters.push(await shop.simulators.countCalls(vendor, call, [match]))
    }
    const startedAt = performance.now()
    const [replies, bought] = await Promise.all([
      flood(shop, items),
      buyDiamonds(shop.origin, shop.people.asha),
    ])
    const limit = idChecksAllowed(performance.now() - startedAt)
    const calls = await Promise.all(counters.map((count) => count()))
    return [
      line.info(`checks (${statusesOf(replies)})`, replies.length),
      line.max('not answered (5xx or nothing)', countUnanswered(replies), 0),
      ...accounts.map(({ name }, index) => line.max(`calls to ${name}`, calls[index] ?? Number.NaN, limit)),
      line.min(`a purchase meanwhile is delivered ${bought.reason}`, bought.isCompleted ? 1 : 0, 1),
      line.info('its own check and order, ms', bought.placedMs),
    ]
  },
}

function flood({ origin }: AttackedShop, items: readonly number[]): Promise<Reply[]> {
  return evenly({ count: checks, overMs }, (index) => {
    const at = index % accounts.length
    const { product, zone } = accounts[at]!
    const wanted = { selectedProduct: product, selectedItem: items[at] }
    const body = { userid: String(730_000_000 + index), zoneid: zone, ...wanted }
    return ask(origin, '/api/order/checkid', { from: `198.18.5.${index % addresses}`, body })
  })
}

async function firstItem({ origin }: AttackedShop, product: string): Promise<number> {
  const { json } = await ask(origin, `/api/item/${product}`, { from: '198.18.5.200' })
  const [first] = (Array.isArray(json) ? json : []) as { itemid: number }[]
  if (!first) throw new CliError(`${product} has no item.`)
  return first.itemid
}
