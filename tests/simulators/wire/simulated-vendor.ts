import type { Router } from 'express'
import type { JournalEntry } from './journal.ts'
import type { Delivery } from './webhook-sender.ts'

/** What the control page and calls know about a vendor. */
export type SimulatedVendor = {
  name: string
  title: string
  router: Router
  /** Obeys one control call; throws a ZodError for what it does not understand. */
  command(body: unknown): Promise<void>
  /** Settings, planned faults, balances and the latest orders. */
  state(): Record<string, unknown>
  journal(): readonly JournalEntry[]
  deliveries(): readonly Delivery[]
  /** Names by which a shopper can ask for a fault without this page. */
  triggers: readonly (readonly [who: string, what: string])[]
  buttons: readonly { label: string; command: unknown }[]
  /** The latest orders as a table: heads and HTML cells. */
  orders(): { heads: readonly string[]; rows: readonly (readonly string[])[] }
  close(): Promise<void>
}
