import type { EndedOrder } from '@jhatpat/shared/contracts/board.ts'

/** The kind of an end, as the strip counts it: `delivered`, `completed by Imran`, `refunded`. */
export function endKind({ status, by }: EndedOrder): string {
  if (status === 'Completed' && by.kind !== 'admin') return 'delivered'
  return by.kind === 'admin' ? `${status.toLowerCase()} by ${by.name}` : status.toLowerCase()
}

/** What happened to an order, as a row says it: `Completed by Imran`, `Delivered`. */
export function endTitle(ended: EndedOrder): string {
  const kind = endKind(ended)
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}
