import { type Schema, Types } from 'mongoose'

/** A type of a path, as far as it is needed here. */
type PathType = {
  instance: string
  schema?: Schema
  options: { enum?: readonly unknown[] }
  embeddedSchemaType?: PathType
}

const firstDate = Date.UTC(2001, 0, 1)

/**
 * A document with a value at every path of its schema, and one element in every list. Texts and dates differ from path
 * to path, so that each is found wherever it is copied to.
 * @returns the document, and its values by path; `[]` after a list
 */
export function fullDocument(
  schema: Schema,
  name: string,
): { document: Record<string, unknown>; values: ReadonlyMap<string, unknown> } {
  const values = new Map<string, unknown>()
  const fill = (of: Schema, prefix: string): Record<string, unknown> => {
    const filled: Record<string, unknown> = {}
    for (const [path, type] of Object.entries(of.paths))
      setAt(filled, path.split('.'), filledValue(type, prefix + path))
    return filled
  }
  const filledValue = (type: PathType, path: string): unknown => {
    if (type.schema && type.instance === 'Array') return [fill(type.schema, `${path}[].`)]
    if (type.schema) return fill(type.schema, `${path}.`)
    const value = type.instance === 'Array' ? [leafOf(type.embeddedSchemaType, path)] : leafOf(type, path)
    values.set(path, value)
    return value
  }
  const leafOf = (type: PathType | undefined, path: string): unknown => {
    switch (type?.instance) {
      case 'Date':
        return new Date(firstDate + values.size * 60_000)
      case 'Number':
        return 1
      case 'Boolean':
        return true
      case 'ObjectId':
        return new Types.ObjectId()
      case 'String':
        return type.options.enum?.find(Boolean) ?? `${name} ${path}`
      default:
        return { [path]: `${name} ${path}` }
    }
  }
  return { document: fill(schema, ''), values }
}

function setAt(
  target: Record<string, unknown>,
  [step = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    target[step] = value
    return
  }
  target[step] ??= {}
  setAt(target[step] as Record<string, unknown>, rest, value)
}

/** Every value of a document by its path, as in `fullDocument`; the elements of a list share one path. */
export function valuesByPath(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesByPath(item, `${path}[]`))
  const isLeaf =
    typeof value !== 'object' || value === null || value instanceof Date || value instanceof Types.ObjectId
  if (isLeaf) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) =>
    valuesByPath(inner, path ? `${path}.${name}` : name),
  )
}
