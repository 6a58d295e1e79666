import type { Schema } from 'mongoose'

const changes = [
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
] as const

/**
 * Refuses changes and deletions of rows in this process. Changes that bypass it are found by the chain of seals.
 * @param rows names the rows in the error
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
