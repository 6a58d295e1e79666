import type { Schema } from 'mongoose'

const changes = [
  ...(['updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany'] as const),
  ...(['findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'] as const),
] as const

/** Refuses in this process what would change or remove a row. Who writes past it is found by the chain of seals. */
export function appendOnly<T>(schema: Schema<T>): void {
  const refuse = () => {
    throw new Error('rows of the audit log are never changed')
  }
  for (const change of changes) {
    schema.pre(change as 'updateOne', { query: true, document: false }, refuse)
  }
  schema.pre('bulkWrite', refuse)
  schema.pre('save', function () {
    if (!this.isNew) refuse()
  })
}
