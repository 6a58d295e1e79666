import type { Router } from 'express'
import type { JournalEntry } from './journal.ts'
import type { Delivery } from './webhook-sender.ts'

/** A vendor, as the control page and calls see it. */
export type SimulatedVendor = {
  name: string
  title: string
  router: Router
  /**
   * Runs one control command.
   * @throws ZodError for an unknown one
   */
  command(body: unknown): Promise<void>
  /** Settings, planned faults, balances and the latest orders. */
  state(): Record<string, unknown>
  journal(): readonly JournalEntry[]
  deliveries(): readonly Delivery[]
  /** Names with which a customer can cause a fault without this page. */
  triggers: readonly (readonly [who: string, what: string])[]
  buttons: readonly { label: string; command: unknown }[]
  /** The latest orders as a table: heads and HTML cells. */
  orders(): { heads: readonly string[]; rows: readonly (readonly string[])[] }
  close(): Promise<void>
}
