import { createHash } from 'node:crypto'
import type { IAuditSeal } from './seal-model.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same text for the same content, in whatever order a database gives its fields. */
export function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, of]) => of !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(',')}}`
}

/** Of a row as it lies in the database, whatever fields it has. */
export const hashOfRow = (row: object): string => sha256(canonical(row))

/** Of a link, the one before it included. */
export const hashOfSeal = ({ _id, rowId, rowHash, previousHash, at }: Omit<IAuditSeal, 'hash'>): string =>
  sha256(canonical([_id, rowId, rowHash, previousHash, at]))

/** The links that these rows make, upon the one that was the last. `row` is undefined where there is none any more. */
export function chainEntries(
  rows: readonly { rowId: string; row: object | undefined }[],
  last: Pick<IAuditSeal, '_id' | 'hash'> | null,
  at: Date,
): IAuditSeal[] {
  let { _id, hash: previousHash } = last ?? { _id: 0, hash: '' }
  return rows.map(({ rowId, row }) => {
    _id += 1
    const link = { _id, rowId, rowHash: row ? hashOfRow(row) : '', previousHash, at }
    previousHash = hashOfSeal(link)
    return { ...link, hash: previousHash }
  })
}
