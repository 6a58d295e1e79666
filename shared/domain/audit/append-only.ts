import type { Schema } from 'mongoose'

const changes = [
  ...(['updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany'] as const),
  ...(['findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'] as const),
] as const

/**
 * Refuses in this process what would change or remove a row. Who writes past it in the audit log is found by the chain
 * of seals.
 * @param rows what they are, for the error
 */
export function appendOnly<T>(schema: Schema<T>, rows: string): void {
  const refuse = () => {
    throw new Error(`${rows} are never changed`)
  }
  for (const change of changes) {
    schema.pre(change as 'updateOne', { query: true, document: false }, refuse)
  }
  schema.pre('bulkWrite', refuse)
  schema.pre('save', function () {
    if (!this.isNew) refuse()
  })
}
