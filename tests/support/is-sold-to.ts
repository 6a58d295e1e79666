import { type SupplierVendorName, vendors } from '@jhatpat/shared/providers/vendors.ts'

/**
 * Whether an entry of a supplier's journal is a sale to that player. Compares the whole id: a supplier's
 * order ids can contain a player's digits.
 */
export function isSoldTo(
  vendor: SupplierVendorName,
  playerId: string,
): (entry: { kind?: unknown }) => boolean {
  const player = JSON.stringify(playerId)
  return (entry) => entry.kind === vendors[vendor].bought.entry && JSON.stringify(entry).includes(player)
}
