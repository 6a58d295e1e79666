import { erasedText } from '../../contracts/erased-text.ts'
import type { PersonalFields } from './personal-fields.ts'
import { personalCollections } from './register.ts'

/**
 * Pure. The values that erase a customer's data from a document, by their paths in it: those of the register that are
 * cleared or replaced. Empty when none is left, so that repeating it changes nothing.
 */
export function erasedValues(
  collection: string,
  document: object,
  { ofStaff = false } = {},
): Record<string, unknown> {
  const groups = (personalCollections[collection]?.personal ?? []).filter(
    (group) => isErasable(group) && (ofStaff || group.about === 'customer'),
  )
  return Object.fromEntries(
    groups.flatMap(({ fields, erasure }) =>
      fields
        .flatMap((field) => valuesAt(document, field.split('.')))
        .map(([path, value]) => [path, erasure === 'replace' ? erasedText : emptied(value), value] as const)
        .filter(([, erased, value]) => JSON.stringify(erased) !== JSON.stringify(value))
        .map(([path, erased]) => [path, erased] as const),
    ),
  )
}

const isErasable = ({ erasure }: PersonalFields) => erasure === 'clear' || erasure === 'replace'

type Place = readonly [path: string, value: unknown]

/** Every value at a path of the register, with its path in the document; empty values are left out. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[], prefix = ''): Place[] {
  if (value === undefined || value === null || value === '') return []
  if (step === undefined) return [[prefix.slice(1), value]]
  const name = step.replace('[]', '')
  const next = (value as Record<string, unknown>)[name]
  if (!step.endsWith('[]')) return valuesAt(next, rest, `${prefix}.${name}`)
  const items = Array.isArray(next) ? next : []
  return items.flatMap((item, index) => valuesAt(item, rest, `${prefix}.${name}.${index}`))
}

function emptied(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (value instanceof Date) return null
  return Array.isArray(value) ? [] : {}
}
