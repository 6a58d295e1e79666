import type { VaultView } from '../../../contracts/vault.ts'
import type { OrderDoc } from '../order-model.ts'
import type { VaultLine } from './vault-part-schema.ts'

/** A line with the part it lies in, and its place there. */
type PlacedLine = VaultLine & { part: string; partPlace: number; place: number }

const linesOf = ({ vault }: Pick<OrderDoc, 'vault'>): PlacedLine[] =>
  vault.flatMap(({ part, lines }, partPlace) =>
    lines.map(({ label, seenAt }, place) => ({ label, seenAt, part, partPlace, place })),
  )

export const lineAt = (order: Pick<OrderDoc, 'vault'>, line: number): PlacedLine | undefined =>
  linesOf(order)[line]

/** Whether its customer has read any of it. */
export const wasSeen = (order: Pick<OrderDoc, 'vault'>): boolean =>
  linesOf(order).some(({ seenAt }) => seenAt !== null)

/** What lies in the vault, without what it says. */
export const vaultView = (order: Pick<OrderDoc, 'vault'>): VaultView =>
  linesOf(order).map(({ label, seenAt }) => ({
    label,
    ...(seenAt ? { seenAt: seenAt.toISOString() } : {}),
  }))
