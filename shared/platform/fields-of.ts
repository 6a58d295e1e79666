/**
 * Every field of a document or part, for `satisfies` behind the definition of its schema: mongoose
 * silently drops fields that the schema of a part does not name. `createdAt` and `updatedAt` are not
 * declared there: mongoose adds them by the schema's option `timestamps`.
 */
export type SchemaFields<T> = Record<Exclude<keyof T, Timestamp>, unknown> & {
  [Name in Timestamp]?: 'set the schema option timestamps: true instead of declaring this field'
}

type Timestamp = 'createdAt' | 'updatedAt'
