/**
 * The six public statuses of an order and the moves between them, as data (specification §4, decisions in
 * docs/architecture.md). Browser-safe: both apps read labels and tones from here.
 */
export const orderStatuses = [
  'Created',
  'Processing',
  'Completed',
  'Refunded',
  'Cancelled',
  'Failed',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Who can cause a move: the system by a payment or supplier fact, or an admin by decision. */
export type Mover = 'system' | 'admin'

export type OrderMove = { from: OrderStatus; to: OrderStatus; by: readonly Mover[]; when: string }

export const orderMoves: readonly OrderMove[] = [
  {
    from: 'Created',
    to: 'Processing',
    by: ['system'],
    when: 'the payment is confirmed and its amount equals the order’s',
  },
  {
    from: 'Created',
    to: 'Failed',
    by: ['system'],
    when: 'the payment failed, differs in amount, or did not come in time',
  },
  {
    from: 'Processing',
    to: 'Completed',
    by: ['system', 'admin'],
    when: 'every unit is delivered, or an admin delivered it',
  },
  {
    from: 'Processing',
    to: 'Refunded',
    by: ['system', 'admin'],
    when: 'the supplier refused for certain, or an admin decides',
  },
  {
    from: 'Processing',
    to: 'Cancelled',
    by: ['system', 'admin'],
    when: 'an admin closes it without a refund, or the supplier refused what is sent again free of charge',
  },
  {
    from: 'Failed',
    to: 'Refunded',
    by: ['system'],
    when: 'money came late or in the wrong amount and went to the wallet',
  },
  { from: 'Completed', to: 'Refunded', by: ['admin'], when: 'a discrepancy is accepted within 48 hours' },
]

/** New orders start as one of these: UPI orders wait for the money, wallet orders are paid already. */
export const firstStatuses = ['Created', 'Processing'] as const satisfies readonly OrderStatus[]

export function canMove(from: OrderStatus, to: OrderStatus, by: Mover): boolean {
  return orderMoves.some((move) => move.from === from && move.to === to && move.by.includes(by))
}

/** The statuses an admin may set next: the admin app draws its buttons from these. */
export function nextStepsFor(status: OrderStatus, by: Mover): OrderStatus[] {
  return orderMoves.filter((move) => move.from === status && move.by.includes(by)).map((move) => move.to)
}

/** An order that can still change by itself; its page keeps asking. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'Created' || status === 'Processing'
}

/** How long a Processing order may take, in ms. Every clock and every sentence of the promise is made from this. */
export const promiseMs = 30 * 60_000

/** The promise in whole minutes, for sentences. */
export const promiseMinutes = promiseMs / 60_000

/** The specification's text for what a person delivers. */
export const byHandPromise = `Delivery within ${promiseMinutes} mins`
