/**
 * Every field of a document or part, for `satisfies` behind the definition of its schema: mongoose
 * silently drops fields that the schema of a part does not name.
 */
export type SchemaFields<T> = Record<Exclude<keyof T, 'createdAt' | 'updatedAt'>, unknown>
