import { createBehaviour } from '../wire/behaviour.ts'
import { type JournalEntry, openJournal } from '../wire/journal.ts'
import { smileCoins } from './smile-coins.ts'
import { defaultSmilePlayers } from './smile-players.ts'
import { type SmileCountry, type SmileProduct, smileCountries } from './smile-products.ts'
import { defaultSmileSettings } from './smile-settings.ts'

export type SmileOptions = { file: string; uid: string; email: string; key: string }

export type SmileStore = Awaited<ReturnType<typeof openSmileStore>>

/** Initial balance of an account, in hundredths of a coin: 605750.0. */
const OPENING_POINTS = 60_575_000

/** The supplier's state: balance per country, deliveries, and planned faults. */
export async function openSmileStore(options: SmileOptions) {
  const points: Record<SmileCountry, number> = { br: OPENING_POINTS, ph: OPENING_POINTS, ru: OPENING_POINTS }
  const fold = (entry: JournalEntry) => {
    points[entry.country as SmileCountry] = hundredths(String(entry.points_after))
  }
  const journal = await openJournal(options.file, fold)
  const { beAsUsual, ...behaviour } = createBehaviour(
    'createorder',
    defaultSmileSettings,
    defaultSmilePlayers,
  )

  /** The factor on a product's coins for a player. */
  const factorOf = (productid: string, userid = '') =>
    behaviour.settings().packPrices[productid] ??
    behaviour.players()[userid]?.changePrice ??
    behaviour.settings().changePrice

  return {
    merchant: { uid: options.uid, email: options.email, key: options.key },
    journal,
    points,
    ...behaviour,
    async setPoints(country: SmileCountry, text: string): Promise<void> {
      await journal.append('points_set', { country, points_after: decimal(hundredths(text)) })
    },
    /** Delivers and debits the coins, in one journal line; undefined when the balance is too low. */
    async deliver(country: SmileCountry, product: SmileProduct, player: Record<string, string>) {
      const coins = smileCoins[country][product.id]
      if (coins === undefined) throw new Error(`smile-coins.ts has no pack ${product.id}`)
      const price = Math.round(hundredths(coins) * factorOf(product.id, player.userid))
      const after = points[country] - price
      if (after < 0) return undefined
      const seq = (journal.entries.at(-1)?.seq ?? 0) + 1
      const order_id = `S${new Date().toISOString().replace(/\D/g, '').slice(2, 14)}${String(seq).padStart(6, '0')}`
      const facts = {
        country,
        order_id,
        ...player,
        productid: product.id,
        price: decimal(price),
      }
      await journal.append('delivery', { ...facts, points_after: decimal(after) })
      return order_id
    },
    async reset(what: 'faults' | 'all'): Promise<void> {
      beAsUsual()
      if (what === 'faults') return
      for (const country of smileCountries) points[country] = OPENING_POINTS
      await journal.clear()
    },
    close: () => journal.close(),
  }
}

const hundredths = (text: string): number => Math.round(Number(text) * 100)

/** `60575.0`, `60568.75`: at least one decimal, as the vendor writes balances. */
export const decimal = (value: number): string => (value / 100).toFixed(2).replace(/0$/, '')
