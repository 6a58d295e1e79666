/** An order that exceeded the wallet balance: its product, and its price in rupees. */
export type Unpaid = { productId: string; price: number }

/** Reads it from the history entry's state. */
export function readUnpaid(state: unknown): Unpaid | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const { productId, price } = state as Record<string, unknown>
  return typeof productId === 'string' && typeof price === 'number' ? { productId, price } : undefined
}
