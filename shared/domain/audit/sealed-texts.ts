import { createHmac } from 'node:crypto'
import { erasedText } from '../../contracts/erased-text.ts'
import { decryptWith, encryptWith } from '../../platform/secret-key.ts'
import type { AuditFacts, IAuditRow, SealedTexts } from './audit-model.ts'
import type { PersonKeys } from './person-keys.ts'

/** A row with its texts readable, or `Erased`. */
export type OpenRow = Omit<IAuditRow, 'sealed'>

/** The texts of a row that describe one person. */
type Texts = Partial<{
  name: string
  from: string
  reason: string
  before: Record<string, string>
  after: Record<string, string>
}>

/** Texts that are stored readable: states, kinds and ids. Any other is encrypted, also one that is added later. */
const plainFacts = new Set([
  ...[
    'role',
    'staffRole',
    'verified',
    'status',
    'state',
    'unit',
    'unitState',
    'ticket',
    'kind',
    'resolution',
  ],
  ...['txnid', 'session', 'discrepancy', 'secret', 'task', 'dueAt', 'obstacles', 'what', 'table', 'contact'],
])

/** The ids of operators and of the shop itself are not an account's. */
const isAccount = (id: string | undefined): id is string => /^[0-9a-f]{24}$/.test(id ?? '')

/** Pure. The persons whose texts a row has: its author, and the one that it is about. */
export function personsIn(row: OpenRow, about: string | undefined): string[] {
  return [...textsOf(row, about).keys()]
}

/** Pure. Texts by person; a person who is both has them together. */
function textsOf(row: OpenRow, about: string | undefined): Map<string, Texts> {
  const { by, from, reason, before, after } = row
  const byPerson = new Map<string, Texts>()
  if (isAccount(by.userId)) byPerson.set(by.userId, { name: by.name, ...(from && { from }) })
  if (!isAccount(about)) return byPerson
  const texts = {
    ...(reason && { reason }),
    ...withContent({ before: personalFacts(before), after: personalFacts(after) }),
  }
  if (Object.keys(texts).length > 0) byPerson.set(about, { ...byPerson.get(about), ...texts })
  return byPerson
}

const personalFacts = (facts: AuditFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).filter(
      (fact): fact is [string, string] => typeof fact[1] === 'string' && !plainFacts.has(fact[0]),
    ),
  )

const withContent = (sides: Record<'before' | 'after', Record<string, string>>) =>
  Object.fromEntries(Object.entries(sides).filter(([, facts]) => Object.keys(facts).length > 0))

/**
 * Pure. The row as it is stored: each text that describes a person is replaced by `Erased`, and encrypted under that
 * person's key. A text of a person who was erased is not stored.
 */
export function sealRow(row: OpenRow, about: string | undefined, keys: PersonKeys): IAuditRow {
  let stored = row
  const sealed: SealedTexts[] = []
  for (const [userId, texts] of textsOf(row, about)) {
    const key = keys.get(userId)
    stored = withTexts(stored, erased(texts))
    if (key)
      sealed.push({ userId, text: encryptWith(rowKeyOf(key, row._id), row._id, JSON.stringify(texts)) })
  }
  return { ...stored, sealed }
}

function erased({ before, after, ...texts }: Texts): Texts {
  const replaced = (of: object) => Object.fromEntries(Object.keys(of).map((name) => [name, erasedText]))
  return {
    ...replaced(texts),
    ...(before && { before: replaced(before) }),
    ...(after && { after: replaced(after) }),
  }
}

const withTexts = (row: OpenRow, { name, before, after, ...texts }: Texts): OpenRow => ({
  ...row,
  ...texts,
  by: { ...row.by, ...(name !== undefined && { name }) },
  before: { ...row.before, ...before },
  after: { ...row.after, ...after },
})

/** A key that opens the texts of one row, so that a file of rows opens no other. */
const rowKeyOf = (personKey: Buffer, rowId: string): Buffer =>
  createHmac('sha256', personKey).update(rowId).digest()

/** Keys of a row's sealed texts, in their order; undefined where the person's key is not there. */
export type RowKeys = readonly (Buffer | undefined)[]

/** Pure. */
export const rowKeysOf = ({ _id, sealed = [] }: IAuditRow, keys: PersonKeys): RowKeys =>
  sealed.map(({ userId }) => {
    const key = keys.get(userId)
    return key && rowKeyOf(key, _id)
  })

/** Pure. The row as it was written; texts without their key stay `Erased`. */
export function openRow({ sealed = [], ...row }: IAuditRow, rowKeys: RowKeys): OpenRow {
  return sealed.reduce<OpenRow>((open, { text }, at) => {
    const key = rowKeys[at]
    const texts = key && decryptWith(key, row._id, text)
    return texts === undefined ? open : withTexts(open, JSON.parse(texts))
  }, row)
}
