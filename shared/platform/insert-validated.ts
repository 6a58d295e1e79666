import type { ClientSession, Model, Schema } from 'mongoose'
import { timed } from './slow-queries.ts'

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
    const missing = missingPathIn(document as Fields, rules)
    if (missing) throw new Error(`a document of ${model.modelName} has no ${missing}`)
  }
  const options = { ignoreUndefined: true, ...(tx ? { session: tx } : {}) }
  const [first, ...others] = documents as never[]
  // A single document needs none of the driver's bulk writes, which measure each document first.
  await timed({ operation: 'insert', collection: model.collection.name }, async () => {
    if (first && others.length === 0) await model.collection.insertOne(first, options)
    else await model.collection.insertMany(documents as never[], options)
  })
}

type Fields = Record<string, unknown>

/**
 * What a schema requires at one path of a document or part; `below`: the rules of the part, or of
 * each part of a list.
 */
type Rule = { path: string; isRequired: boolean; below: readonly Rule[] }

const ruleCache = new WeakMap<object, readonly Rule[]>()

function rulesOf(schema: Pick<Schema, 'paths'>): readonly Rule[] {
  const rules = ruleCache.get(schema) ?? readRules(schema)
  ruleCache.set(schema, rules)
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
function missingPathIn(part: Fields, rules: readonly Rule[]): string | undefined {
  for (const { path, isRequired, below } of rules) {
    const value = part[path]
    if (isRequired && !isPresent(value)) return path
    for (const each of isPresent(value) && below.length > 0 ? [value].flat() : []) {
      const missing = missingPathIn(each as Fields, below)
      if (missing) return `${path}.${missing}`
    }
  }
  return undefined
}

/** An empty text counts as missing, as in mongoose's own check. */
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
