import { definedOnly } from '../wire/defined-only.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { textOf } from '../wire/text-of.ts'
import { smileApi } from './smile-api.ts'
import { smileTriggers } from './smile-players.ts'
import { smileCountries } from './smile-products.ts'
import { SmileCommand } from './smile-settings.ts'
import { decimal, openSmileStore, type SmileOptions, type SmileStore } from './smile-store.ts'

/** A simulator of Smile.one, Brazil and Philippines. */
export async function createSmileOneSimulator(options: SmileOptions): Promise<SimulatedVendor> {
  const store = await openSmileStore(options)
  return {
    name: 'smileone',
    title: 'Smile.one',
    router: smileApi(store),
    command: (body) => runCommand(store, body),
    state: () => ({
      settings: store.settings(),
      points: Object.fromEntries(smileCountries.map((country) => [country, decimal(store.points[country])])),
      next: store.plan.list(),
      users: store.players(),
      orders: deliveries(store),
    }),
    journal: () => store.journal.entries,
    deliveries: () => [],
    triggers: smileTriggers,
    buttons,
    orders: () => ({
      heads: ['Order', 'Country', 'Player', 'Pack', 'Price', 'Points after'],
      rows: deliveries(store).map((entry) =>
        [
          entry.order_id,
          entry.country,
          `${textOf(entry.userid)} (${textOf(entry.zoneid)})`,
          entry.productid,
          entry.price,
          entry.points_after,
        ].map(escapeHtml),
      ),
    }),
    close: store.close,
  }
}

async function runCommand(store: SmileStore, body: unknown): Promise<void> {
  const { next, points, users, reset, codes, ...settings } = SmileCommand.parse(body)
  if (reset) await store.reset(reset)
  store.change(definedOnly(settings))
  if (codes) store.change({ codes: { ...store.settings().codes, ...definedOnly(codes) } })
  if (users) store.addPlayers(users)
  if (next) store.plan.add(next)
  for (const country of smileCountries) {
    const text = points?.[country]
    if (text !== undefined) await store.setPoints(country, text)
  }
}

const deliveries = (store: SmileStore) =>
  store.journal.entries
    .filter((entry) => entry.kind === 'delivery')
    .slice(-50)
    .reverse()

const buttons = [
  { label: 'Next order: refused for region', command: { next: { outcome: 'refuse' } } },
  { label: 'Next order: delivered, but time-out', command: { next: { outcome: 'timeout_accepted' } } },
  { label: 'Next order: lost, time-out', command: { next: { outcome: 'timeout_lost' } } },
  { label: 'Next order: delivered, then reset', command: { next: { outcome: 'reset_accepted' } } },
  { label: 'Next order: reset', command: { next: { outcome: 'reset' } } },
  { label: 'Next order: delivered, but HTTP 500', command: { next: { outcome: 'http500_accepted' } } },
  { label: 'Next order: delivered, JSON cut', command: { next: { outcome: 'cut_json' } } },
  { label: 'Next order: delivered, no order id', command: { next: { outcome: 'no_id' } } },
  { label: 'Next order: an HTML page', command: { next: { outcome: 'html' } } },
  { label: 'Next check: HTTP 500', command: { next: { outcome: 'http500', call: 'getrole' } } },
  { label: 'Next check: 10 s late', command: { next: { outcome: 'ok', call: 'getrole', delayMs: 10_000 } } },
  { label: 'Every call 2 s late', command: { delayMs: 2000 } },
  { label: 'Next order: a code nobody knows', command: { next: { outcome: 'refuse', code: '20099' } } },
  {
    label: 'Next check: a code nobody knows',
    command: { next: { outcome: 'refuse', call: 'getrole', code: '20099' } },
  },
  { label: 'Fields at top level', command: { nestedFields: false } },
  { label: 'The order’s id is called orderid', command: { orderIdField: 'orderid' } },
  { label: 'All packs 4 % dearer', command: { changePrice: 1.04 } },
  { label: 'All packs 55 % dearer', command: { changePrice: 1.55 } },
  { label: 'Pack 13 alone 20 % dearer', command: { packPrices: { 13: 1.2 } } },
  { label: 'Status as text', command: { statusAsString: true } },
  { label: 'No points left (BR)', command: { points: { br: '0' } } },
  { label: 'No points left (PH)', command: { points: { ph: '0' } } },
  { label: 'Down (HTTP 500)', command: { next: { outcome: 'http500', call: '*', times: 1_000_000 } } },
]
