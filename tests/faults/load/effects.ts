import type { Bought } from '@jhatpat/shared/providers/vendors.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import { textOf } from '../../simulators/wire/text-of.ts'
import { type Evidence, journalOf } from './evidence.ts'

/** A purchase that a supplier delivered or is bound to deliver, by its own journal. */
export type Effect = { vendor: string; player: string; pack: string; reference: string; at: Date }

type Journals = Pick<Evidence, 'vendors' | 'journals'>

/** The effects of every supplier that the evidence names. A returned purchase does not count. */
export function effectsOf(evidence: Journals): Effect[] {
  return Object.entries(evidence.vendors).flatMap(([vendor, line]) => {
    if (line.kind !== 'supplier') return []
    const { bought } = line
    return purchases(journalOf(evidence, vendor), bought).map((entry) => ({
      vendor,
      player: playerOf(entry, bought),
      pack: textOf(fieldOf(entry, bought.pack)),
      reference: textOf(fieldOf(entry, bought.reference)),
      at: new Date(entry.at),
    }))
  })
}

/** Each order has its own player, so a player's effects are the order's. */
export function effectsByPlayer(evidence: Journals): Map<string, Effect[]> {
  return Map.groupBy(effectsOf(evidence), (effect) => effect.player)
}

/** The player of a purchase: the player's id, or the first field of the account. */
export function playerOf(entry: JournalEntry, { player }: Bought): string {
  const value = fieldOf(entry, player)
  return textOf(value !== null && typeof value === 'object' ? Object.values(value)[0] : value)
}

/**
 * The second field that the customer gave, usually a zone or a server; empty where the supplier received
 * only one.
 */
export function zoneOf(entry: JournalEntry, { zone }: Bought): string {
  const value = fieldOf(entry, zone)
  return textOf(value !== null && typeof value === 'object' ? (Object.values(value)[1] ?? '') : value)
}

/** A purchase without the field would be counted as no player's, or as returned with any other. */
function fieldOf(entry: JournalEntry, field: string): unknown {
  if (entry[field] === undefined) throw new Error(`there is no ${field} in ${JSON.stringify(entry)}`)
  return entry[field]
}

function purchases(journal: readonly JournalEntry[], { entry: kind, givenBack }: Bought): JournalEntry[] {
  const bought = journal.filter((entry) => entry.kind === kind)
  if (!givenBack) return bought
  const returned = new Set(
    journal
      .filter((entry) => entry.kind === givenBack.entry)
      .map((entry) => textOf(fieldOf(entry, givenBack.same))),
  )
  return bought.filter((entry) => !returned.has(textOf(fieldOf(entry, givenBack.same))))
}
