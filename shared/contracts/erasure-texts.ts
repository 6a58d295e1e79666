import type { ErasureObstacleKind } from './erasure-obstacles.ts'

/** For the customer: what it is, and how to end it. */
export const erasureObstacleTexts = {
  staff_role: {
    title: 'This account has a staff role',
    how: 'An owner has to remove the role first.',
  },
  open_orders: {
    title: 'An order is still open',
    how: 'Wait until it is delivered, refunded or expired.',
  },
  open_top_ups: {
    title: 'A top-up is still open',
    how: 'Wait until it is paid or expired.',
  },
  open_tickets: {
    title: 'A ticket about an order is still open',
    how: 'Wait for our reply, or tell us in the order that it is resolved.',
  },
  open_discrepancies: {
    title: 'A payment is still in review',
    how: 'We’re checking it. Contact support if it takes longer than a day.',
  },
  pending_requests: {
    title: 'A refund or a change of your balance is pending approval',
    how: 'Wait until our team has decided.',
  },
  balance: {
    title: 'There is money in your wallet',
    how: 'Spend it, or ask support to pay it out.',
  },
  points: {
    title: 'You have points',
    how: 'Redeem them, then spend the balance.',
  },
  reopened: {
    title: 'Our team reopened the account',
    how: 'Contact support.',
  },
} as const satisfies Record<ErasureObstacleKind, { title: string; how: string }>
