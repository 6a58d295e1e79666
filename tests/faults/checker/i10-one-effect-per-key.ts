import type { Evidence, Rule } from './evidence.ts'

const rule = 'I10'

/**
 * One Idempotency-Key created one record, every request with it received that record's id, and no record
 * was created without a key.
 */
export const oneEffectPerKey: Rule = (evidence) => {
  const made = Map.groupBy(thingsOf(evidence), stemOf)
  const refs = new Map(evidence.keys.map(({ _id, ref }) => [_id, ref]))
  const known = new Set(refs.values())
  const promises = evidence.promised.flatMap(({ keyId, ids }) => {
    const told = [...new Set(ids)]
    const ref = refs.get(keyId)
    const things = ref === undefined ? [] : (made.get(ref) ?? [])
    const about = told[0] ?? `key ${keyId}`
    return [
      ...(told.length > 1 ? [{ rule, about, what: `one key, told ${told.join(' and ')}` } as const] : []),
      ...(things.length > 1 ? [{ rule, about, what: `one key made ${things.length} of them` } as const] : []),
      ...told
        .filter((id) => stemOf(id) !== ref)
        .map((id) => ({ rule, about: id, what: 'told under a key that does not stand for it' }) as const),
    ]
  })
  const strays = [...made].flatMap(([stem, ids]) => (known.has(stem) ? [] : ids))
  return [...promises, ...strays.map((about) => ({ rule, about, what: 'made under no key' }) as const)]
}

/** Orders and top-ups by their ids: `JP` or `JT`, and the id reserved for the key. */
const thingsOf = ({ orders, transactions }: Evidence) => [
  ...orders.map(({ _id }) => _id),
  ...transactions.filter(({ kind }) => kind === 'topup').map(({ _id }) => _id),
]

const stemOf = (id: string) => id.slice(2)
