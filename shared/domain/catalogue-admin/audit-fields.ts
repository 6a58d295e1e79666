import type { IItem, IProduct } from '../catalogue/index.ts'

type Fact = string | number | boolean
type CatalogueFacts = Record<string, Fact>

/** An item's fields as the audit log keeps them: what it does not have is empty. */
export function itemFacts(item: ItemParts): CatalogueFacts {
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

/** A product's, likewise. */
export function productFacts(product: ProductParts): CatalogueFacts {
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
    inputs: product.inputs.map(({ label }) => label).join(', '),
    items: product.items.join(', '),
  }
}

/** What differs, as it stood and as it stands; undefined where nothing does. */
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

/** What people say of an item. Whether its supplier's balance covers it is not among that. */
export type ItemParts = Omit<IItem, '_id' | 'pausedBy' | 'pausedAt' | 'createdAt' | 'updatedAt'>
export type ProductParts = Omit<IProduct, '_id' | 'createdAt' | 'updatedAt'>

/**
 * The name that keeps an item's number for good: past orders say by the number what was bought, and "Buy again" must
 * not find another item under it.
 */
export const itemName = (itemid: number): string => `item.number:${itemid}`
