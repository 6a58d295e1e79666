import type { Rule } from './evidence.ts'

/** One Idempotency-Key made one thing, and everybody who used it was told the same. */
export const oneEffectPerKey: Rule = ({ promised, orders, movements }) => {
  const made = Map.groupBy(
    [
      ...orders.map(({ orderid, idempotencyKey }) => ({ id: orderid, idempotencyKey })),
      ...movements.map(({ txnid, idempotencyKey }) => ({ id: txnid, idempotencyKey })),
    ].filter((one) => one.idempotencyKey),
    (one) => one.idempotencyKey ?? '',
  )
  return promised.flatMap(({ key, ids }) => {
    const told = new Set(ids)
    const count = made.get(key)?.length ?? 0
    const about = ids[0] ?? `key ${key}`
    return [
      ...(told.size > 1
        ? [{ rule: 'I10' as const, about, what: `one key, told ${[...told].join(' and ')}` }]
        : []),
      ...(count > 1 ? [{ rule: 'I10' as const, about, what: `one key made ${count} of them` }] : []),
    ]
  })
}
