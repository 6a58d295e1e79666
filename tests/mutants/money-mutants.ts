import type { Mutant } from './mutant.ts'

/** Mistakes about what was paid, what is owed, and who is believed. */
export const moneyMutants: Mutant[] = [
  {
    name: 'a posting set has an id of its own instead of its cause',
    file: 'shared/domain/wallet/post-entries.ts',
    find: 'sets.map((set) => ({ _id: ',
    replace: 'sets.map((set) => ({ _id: Math.random() + ',
    tests: ['tests/services/model/ledger.test.ts'],
  },
  {
    name: 'the balance guard is removed',
    file: 'shared/domain/wallet/post-entries.ts',
    find: 'amountPaise < 0 ? { balancePaise: { $gte: -amountPaise } } : {}',
    replace: '{}',
    tests: ['tests/services/model/ledger.test.ts'],
  },
  {
    name: 'a line tells the balance before its money moved',
    file: 'shared/domain/wallet/post-entries.ts',
    find: "{ session, returnDocument: 'after', upsert: amountPaise > 0 }",
    replace: "{ session, returnDocument: amountPaise < 0 ? 'before' : 'after', upsert: amountPaise > 0 }",
    tests: ['tests/services/wallet/wallet-calls.test.ts'],
  },
  {
    name: 'more points are spent than are there',
    file: 'shared/domain/points/post-points.ts',
    find: 'hundredths < 0 ? { hundredths: { $gte: -hundredths } } : {}',
    replace: '{}',
    tests: ['tests/services/points/races.test.ts'],
  },
  {
    name: 'another try of a redeem that was done is told that the points are gone',
    file: 'shared/domain/points/redeem-points.ts',
    find: 'if (!earlier) throw',
    replace: 'throw',
    tests: ['tests/services/points/races.test.ts'],
  },
  {
    name: 'points are earned for what went back',
    file: 'shared/domain/orders/change/move-with-points.ts',
    find: ' - order.sharePaise - (inc?.sharePaise ?? 0)',
    replace: ' - 0 * (inc?.sharePaise ?? 0)',
    tests: ['tests/services/board/refund-sum.test.ts'],
  },
  {
    name: 'an order that is closed without delivery earns points',
    file: 'shared/domain/orders/change/move-with-points.ts',
    find: "if (to === 'Completed') return (points?.offered ?? 0) > 0",
    replace: "if (to === 'Cancelled' || to === 'Completed') return (points?.offered ?? 0) > 0",
    tests: ['tests/services/points/points.test.ts'],
  },
  {
    name: 'a refund takes back points that were spent',
    file: 'shared/domain/orders/change/move-with-points.ts',
    find: 'Math.min(earned, await pointsBalance(order.userId, session))',
    replace: 'Math.max(earned, 0 * (await pointsBalance(order.userId, session)))',
    tests: ['tests/services/points/points.test.ts'],
  },
  {
    name: 'an order is given to whoever sends its id',
    file: 'shared/domain/orders/place/place-once.ts',
    find: "if (!isAskedFor(order, caller, request)) throw new AppError('idempotency_key_reused')",
    replace: 'void isAskedFor',
    tests: ['tests/services/orders/once.test.ts'],
  },
  {
    name: 'a key that failed forgets its request',
    file: 'api/src/http/idempotency.ts',
    find: 'if (earlier.route !== route || !isSameRequest(env, earlier.requestHash, text)) {',
    replace:
      "if (earlier.state !== 'open' && (earlier.route !== route || !isSameRequest(env, earlier.requestHash, text))) {",
    tests: ['tests/services/http/idempotency.test.ts'],
  },
  {
    name: 'each try under a key makes a thing of its own',
    file: 'api/src/http/idempotency.ts',
    find: 'return { ...claim, ref: earlier.ref }',
    replace: 'return claim',
    tests: ['tests/services/http/idempotency.test.ts'],
  },
  {
    name: "the webhook's body is believed",
    file: 'api/src/webhooks/webhook-router.ts',
    find: 'const known = await lookForPaymentNow(deps, callback.clientTxnId)',
    replace: `const told = asRecord(request.body)
    const { confirmOrderPayment, OrderModel } = await import('@jhatpat/shared/domain/orders/index.ts')
    const order = await OrderModel.findById(callback.clientTxnId).lean()
    const paid = {
      ...{ kind: 'paid', clientTxnId: callback.clientTxnId, gatewayId: 'x', payer: '' },
      ...{ amountPaise: Math.round(Number(told.amount) * 100), bankReference: String(told.upi_txn_id) },
    }
    const gateway = { ...deps.gatewayOf('upigateway'), checkPayment: async () => paid }
    if (order && told.status === 'success')
      await confirmOrderPayment({ ...deps, gatewayOf: () => gateway } as never, order)
    const known = await lookForPaymentNow(deps, callback.clientTxnId)`,
    tests: ['tests/services/orders/webhooks.test.ts'],
  },
  {
    name: 'the amount is not compared',
    file: 'shared/domain/orders/pay/order-payment-rules.ts',
    find: "order.status === 'Created' && news.amountPaise === order.pricePaise",
    replace: "order.status === 'Created'",
    tests: ['shared/domain/orders/pay/order-payment-rules.test.ts'],
  },
  {
    name: 'a second payment is ignored',
    file: 'shared/domain/payments/paid-answer.ts',
    find: 'captures.find((capture) => capture.gatewayId === idOf(paid)) ??',
    replace: 'captures[0] ??',
    tests: ['shared/domain/orders/pay/order-money.property.test.ts'],
  },
  {
    name: 'a payment is known by its bank reference',
    file: 'shared/domain/payments/paid-answer.ts',
    find: 'captures.find((capture) => capture.gatewayId === idOf(paid)) ??',
    replace: 'captures.find((capture) => capture.bankReference === paid.bankReference) ??',
    tests: ['tests/services/orders/payment-identity.test.ts'],
  },
  {
    name: 'a bank reference may be used twice',
    file: 'shared/domain/payments/settle-payment.ts',
    find: 'if (written && reference) await claimReference(session, claim)',
    replace: 'void claimReference, claim',
    tests: ['tests/services/orders/payment-identity.test.ts'],
  },
  {
    name: 'silence uses up a look for late money',
    file: 'shared/domain/payments/pace.ts',
    find: '(payment.answeredAt ?? createdAt).getTime()',
    replace: 'now.getTime()',
    tests: ['shared/domain/payments/pace.test.ts'],
  },
  {
    name: 'the gateway’s silence counts as no payment',
    file: 'shared/domain/payments/payment-rules.ts',
    find: "return { kind: 'nothing', vendorStatus: 'no answer' }",
    replace: "return { kind: now >= payment.payBefore ? 'lapsed' : 'nothing', vendorStatus: 'no answer' }",
    tests: ['shared/domain/orders/pay/order-money.property.test.ts'],
  },
  {
    name: 'txn_date is today (in the adapter)',
    file: 'shared/providers/payments/upigateway.ts',
    find: 'txn_date: istDay(createdAt)',
    replace: 'txn_date: istDay(new Date())',
    tests: ['shared/providers/payments/upigateway.test.ts'],
  },
  {
    name: 'txn_date is today (in the look)',
    file: 'shared/domain/payments/look-for-money.ts',
    find: 'await gateway.checkPayment({ clientTxnId, createdAt })',
    replace: 'await gateway.checkPayment({ clientTxnId, createdAt: new Date() })',
    tests: ['shared/domain/payments/look-for-money.property.test.ts'],
  },
  {
    name: 'a share given back is refunded once more with the whole',
    file: 'shared/domain/orders/refund/refund-order.ts',
    find: 'const amountPaise = leftPaise(order)',
    replace: 'const amountPaise = order.pricePaise',
    tests: ['tests/services/board/resolve-unit.test.ts'],
  },
  {
    name: 'an admin approves what they asked for themselves',
    file: 'shared/domain/users/answer-request.ts',
    find: "if (request.askedBy.userId === admin.userId) throw new AppError('own_request')",
    replace: '',
    tests: ['tests/services/users/balance.test.ts'],
  },
  {
    name: 'a second answer to a request for money counts too',
    file: 'shared/domain/users/answer-request.ts',
    find: 'if (modifiedCount > 0) return',
    replace: 'if (modifiedCount >= 0) return',
    tests: ['tests/services/users/balance.test.ts'],
  },
  {
    name: 'much money is taken out without a second admin',
    file: 'shared/domain/users/balance-rules.ts',
    find: 'Math.abs(amountPaise) + earlierPaise > limitPaise',
    replace: 'amountPaise + earlierPaise > limitPaise',
    tests: ['tests/services/users/balance.test.ts'],
  },
  {
    name: 'two admins who block each other both succeed',
    file: 'shared/domain/users/update-user.ts',
    find: '{ $set: { updatedAt } }, { session, timestamps: false }',
    replace: '{ $set: { updatedAt: self.updatedAt } }, { session, timestamps: false }',
    tests: ['tests/services/users/update-user.test.ts'],
  },
  {
    name: 'an old form undoes what another admin has saved',
    file: 'shared/domain/users/update-user.ts',
    find: "if (seen !== undefined && seen !== user.updatedAt.toISOString()) throw new AppError('user_changed')",
    replace: 'void seen',
    tests: ['tests/services/users/update-user.test.ts'],
  },
  {
    name: 'what an admin moved before that day does not count towards the limit',
    file: 'shared/domain/users/moved-today.ts',
    find: '.reduce((sum, earlierPaise) => sum + Math.abs(earlierPaise), 0)',
    replace: '.reduce((sum) => sum, 0)',
    tests: ['tests/services/users/requests.test.ts'],
  },
  {
    name: 'a request of last month is agreed to',
    file: 'shared/domain/users/answer-request.ts',
    find: 'const open = { _id, ...openAt(at) }',
    replace: "const open = { _id, state: 'waiting' as const, askedAt: { $lte: at } }",
    tests: ['tests/services/users/requests.test.ts'],
  },
  {
    name: 'one of two admins makes a third alone',
    file: 'shared/domain/users/ask-for-admin.ts',
    find: 'return admins.length === 2',
    replace: 'return admins.length > 2',
    tests: ['tests/services/users/requests.test.ts'],
  },
]
