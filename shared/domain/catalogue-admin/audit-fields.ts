import type { IItem, IProduct } from '../catalogue/index.ts'

type FactValue = string | number | boolean
type CatalogueFacts = Record<string, FactValue>

/** An item's fields for the audit log; absent fields are empty. */
export function itemFacts(item: ItemFields): CatalogueFacts {
  const { name, imgpath, originalPaise, discountedPaise, resellPaise, inStock, isApi, apiType } = item
  return {
    name,
    imgpath,
    originalPaise,
    discountedPaise,
    resellPaise,
    inStock,
    isApi,
    apiType,
    type: item.type ?? '',
    suggestedTask: item.suggestedTask ?? '',
    packs: (item.itemidarray ?? [item.id]).join(', '),
  }
}

/** A product's fields for the audit log. */
export function productFacts(product: ProductFields): CatalogueFacts {
  const { name, type, category, imgpath, importantnote, istrending, instock, isApi, apiType } = product
  return {
    name,
    type,
    category,
    imgpath,
    importantnote,
    istrending,
    instock,
    isApi,
    apiType,
    inputs: product.inputs.map(({ label, rule }) => `${label}${ruleText(rule)}`).join(', '),
    items: product.items.join(', '),
  }
}

/** ` (digits, 6 to 12)`; empty without a rule. */
function ruleText(rule: IProduct['inputs'][number]['rule']): string {
  if (!rule) return ''
  const { kind, min, max, pattern = '', example = '' } = rule
  const length = min || max ? `${min ?? 1} to ${max ?? 100}` : ''
  return ` (${[kind, length, pattern, example].filter(Boolean).join(', ')})`
}

/** The changed fields with their previous and new values; undefined if none has changed. */
export function changedFacts(
  before: CatalogueFacts,
  after: CatalogueFacts,
): { before: CatalogueFacts; after: CatalogueFacts } | undefined {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  if (names.length === 0) return undefined
  return { before: pick(before, names), after: pick(after, names) }
}

const pick = (facts: CatalogueFacts, names: readonly string[]): CatalogueFacts =>
  Object.fromEntries(names.map((name) => [name, facts[name] ?? '']))

/** The fields of an item that admins edit; the automatic pause is not one of them. */
export type ItemFields = Omit<IItem, '_id' | 'pausedBy' | 'pausedAt' | 'createdAt' | 'updatedAt'>
export type ProductFields = Omit<IProduct, '_id' | 'createdAt' | 'updatedAt'>

/**
 * The unique key that reserves an item's number for ever: past orders refer to the item by number, and "Buy again" must
 * not find another item under it.
 */
export const itemNumberKey = (itemid: number): string => `item.number:${itemid}`
