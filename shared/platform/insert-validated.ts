import type { ClientSession, Model, Schema } from 'mongoose'

/**
 * Inserts documents that the domain has built from checked input: not hydrated, cast and validated once more, which
 * costs more than all else that a purchase computes. A field that is not there is left out, and not written as null.
 * @throws before anything is written where one lacks what its schema requires, as an old document may from which it
 * was built
 */
export async function insertValidated<T>(
  model: Model<T>,
  documents: readonly T[],
  tx?: ClientSession,
): Promise<void> {
  const rules = rulesOf(model.schema)
  for (const document of documents) {
    const lacked = lackedBy(document as Fields, rules)
    if (lacked) throw new Error(`a document of ${model.modelName} has no ${lacked}`)
  }
  await model.insertMany(documents as never, {
    ...{ lean: true, ignoreUndefined: true },
    ...(tx ? { session: tx } : {}),
  })
}

type Fields = Record<string, unknown>

/** What a schema requires at one path of a document or part; `below` of the part, or of each of a list of parts. */
type Rule = { path: string; isRequired: boolean; below: readonly Rule[] }

const known = new WeakMap<object, readonly Rule[]>()

function rulesOf(schema: Pick<Schema, 'paths'>): readonly Rule[] {
  const rules = known.get(schema) ?? readRules(schema)
  known.set(schema, rules)
  return rules
}

const readRules = (schema: Pick<Schema, 'paths'>): Rule[] =>
  Object.entries(schema.paths).flatMap(([path, type]) => {
    const part = (type as { schema?: Schema }).schema
    const below = part ? rulesOf(part) : []
    const isRequired = type.isRequired === true
    return isRequired || below.length > 0 ? [{ path, isRequired, below }] : []
  })

/** The first path that is required and not there. */
function lackedBy(part: Fields, rules: readonly Rule[]): string | undefined {
  for (const { path, isRequired, below } of rules) {
    const value = part[path]
    if (isRequired && !isThere(value)) return path
    for (const each of isThere(value) && below.length > 0 ? [value].flat() : []) {
      const lacked = lackedBy(each as Fields, below)
      if (lacked) return `${path}.${lacked}`
    }
  }
  return undefined
}

/** An empty text is not, as in mongoose's own check. */
const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
