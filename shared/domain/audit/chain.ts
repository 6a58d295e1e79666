import { createHash } from 'node:crypto'
import type { IAuditSeal } from './seal-model.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same text for the same content, whatever the order of its fields. */
export function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, of]) => of !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(',')}}`
}

/** The hash of a row as stored, with all its fields. */
export const hashOfRow = (row: object): string => sha256(canonical(row))

/** The hash of a seal, including the previous hash. */
export const hashOfSeal = ({ _id, rowId, rowHash, previousHash, at }: Omit<IAuditSeal, 'hash'>): string =>
  sha256(canonical([_id, rowId, rowHash, previousHash, at]))

/** The seals for these rows, continuing the chain after `last`. `row` is undefined if the row no longer exists. */
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
