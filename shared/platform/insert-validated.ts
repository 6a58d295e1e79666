import type { ClientSession, Model, Schema } from 'mongoose'

/**
 * Inserts documents that the domain has built from checked input, without hydrating, casting and
 * validating them again, which costs more than everything else that a purchase computes. Undefined
 * fields are omitted, not written as null.
 * @throws before anything is written when a document lacks a required field
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
  // A constant, because mongoose's types do not list `ignoreUndefined`.
  const options = { lean: true, ignoreUndefined: true, ...(tx ? { session: tx } : {}) }
  await model.insertMany(documents as never, options)
}

type Fields = Record<string, unknown>

/**
 * What a schema requires at one path of a document or part; `below`: the rules of the part, or of
 * each part of a list.
 */
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

/** The first required path that is missing. */
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

/** An empty text counts as missing, as in mongoose's own check. */
const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
