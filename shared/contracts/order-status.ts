/**
 * The six public statuses of an order and their transitions, as data (specification §4, decisions
 * in docs/architecture.md). Browser-safe: both apps derive labels and tones from it.
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

/**
 * What can cause a transition: the system by a payment or supplier fact, or an admin by decision.
 */
export type TransitionSource = 'system' | 'admin'

export type OrderTransition = {
  from: OrderStatus
  to: OrderStatus
  by: readonly TransitionSource[]
  when: string
}

export const orderTransitions: readonly OrderTransition[] = [
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

/**
 * New orders start as one of these: UPI orders wait for the payment, wallet orders are paid
 * already.
 */
export const firstStatuses = ['Created', 'Processing'] as const satisfies readonly OrderStatus[]

export function canTransition(from: OrderStatus, to: OrderStatus, by: TransitionSource): boolean {
  return orderTransitions.some(
    (transition) => transition.from === from && transition.to === to && transition.by.includes(by),
  )
}

/** The statuses an admin may set next: the buttons of the admin app. */
export function nextStepsFor(status: OrderStatus, by: TransitionSource): OrderStatus[] {
  return orderTransitions
    .filter((transition) => transition.from === status && transition.by.includes(by))
    .map((transition) => transition.to)
}

/** An order that can still change automatically; its page keeps polling. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'Created' || status === 'Processing'
}

/**
 * How long a Processing order may take, in ms. Every countdown and every sentence about the promise
 * is derived from this.
 */
export const promiseMs = 30 * 60_000

/** The promise in whole minutes, for sentences. */
export const promiseMinutes = promiseMs / 60_000

/** The specification's text for manual deliveries. */
export const manualPromise = `Delivery within ${promiseMinutes} mins`
