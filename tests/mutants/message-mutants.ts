import type { Mutant } from './mutant.ts'

/** Mistakes about what customers are told, and how often. */
export const messageMutants: Mutant[] = [
  {
    name: 'each state has a text message of its own',
    file: 'shared/domain/notifications/notice-model.ts',
    find: "if (way === 'sms' && notice.kind.startsWith('order_'))",
    replace: "if (way === 'sms' && notice.kind === 'order_placed')",
    tests: ['tests/services/notifications/notify-order.test.ts'],
  },
  {
    name: 'a message goes out that is not true any more',
    file: 'shared/domain/notifications/notify-customer.ts',
    find: '? await freshly(deps, claims, reread)',
    replace: '? notice',
    tests: ['tests/services/notifications/notify-customer.test.ts'],
  },
  {
    name: 'an older job tells of a newer state',
    file: 'shared/domain/orders/notify/notify-order.ts',
    find: 'order.due.notify.seq === seq && order.due.notify.at !== null',
    replace: 'order.due.notify.at !== null',
    tests: ['tests/services/notifications/notify-order.test.ts'],
  },
  {
    name: 'a message that may have gone out is sent again',
    file: 'shared/domain/notifications/send-once.ts',
    find: "answer.kind === 'later' ? afterLater(claimed, answer.waitMs, clock.now())",
    replace: "['later', 'unknown'].includes(answer.kind) ? afterLater(claimed, 0, clock.now())",
    tests: ['tests/services/notifications/notify-customer.test.ts'],
  },
  {
    name: 'a mail that the server cannot take now is never sent',
    file: 'shared/providers/mail/smtp.ts',
    find: "kind: isNotTaken ? 'later' : 'unknown'",
    replace: "kind: isNotTaken ? 'refused' : 'unknown'",
    tests: ['shared/providers/mail/smtp.test.ts'],
  },
  {
    name: 'a text message is as long as its words',
    file: 'shared/domain/notifications/sms-text.ts',
    find: 'Math.min(gapLength, septetsOfOnePart - rest)',
    replace: 'gapLength',
    tests: ['shared/domain/notifications/sms-text.test.ts'],
  },
  {
    name: 'an order’s end is looked for in its history',
    file: 'shared/domain/orders/change/order-end.ts',
    find: 'return order.ended ?? order.history',
    replace: 'return order.history',
    tests: ['shared/domain/orders/views/order-state.test.ts'],
  },
  {
    name: 'an older pause is told of a pack that the supplier has',
    file: 'shared/domain/orders/views/order-wait.ts',
    find: "return unit?.state === 'planned' ? { waitsFor: kind, since } : unitWait(unit, since)",
    replace: 'return { waitsFor: kind, since }',
    tests: ['shared/domain/orders/views/order-state.test.ts'],
  },
  {
    name: 'a credit that ended an order is told a second time',
    file: 'shared/domain/orders/views/order-timeline.ts',
    find: 'at !== ending?.at',
    replace: 'at !== undefined',
    tests: ['shared/domain/orders/views/order-timeline.test.ts'],
  },
  {
    name: 'a payment whose time ran out is called declined',
    file: 'shared/domain/payments/payment-facts.ts',
    find: 'endedAt < payment.payBefore',
    replace: 'endedAt <= payment.payBefore',
    tests: ['shared/domain/orders/views/order-state.test.ts'],
  },
]
