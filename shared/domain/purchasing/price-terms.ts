import { AppError } from '../../platform/app-error.ts'
import { batchReadsById } from '../../platform/batches/index.ts'
import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { FoundPlayer } from '../../providers/suppliers/supplier.ts'
import { raiseAlert } from '../alerts/index.ts'
import type { Deps } from '../deps.ts'
import { costOfProduct, isProven } from './cost-rules.ts'
import { type ISupplierProduct, SupplierProductModel, supplierProductId } from './supplier-product-model.ts'
import type { IUnit } from './unit-schema.ts'

/**
 * The supplier's names for our inputs, in the inputs' order. Names change ("Server ID" to "Server"), and a supplier
 * accepts an order with an old name but refunds it later, so names are matched by meaning.
 * @param current the fields that our inputs fill, in their order; none: the supplier's fields are fixed
 * @param listed the fields as the supplier lists them; none: its list was never read, and the current ones are used
 * @returns undefined when the inputs cannot fill what is listed
 */
export function mapInputFields(current: readonly string[], listed: readonly string[]): string[] | undefined {
  if (current.length === 0 || listed.length === 0) return []
  const matched = current.map((name) => listed.filter((field) => meaningOf(field) === meaningOf(name)))
  const names = matched.flat()
  return names.length === listed.length && matched.every((matches) => matches.length === 1)
    ? names
    : undefined
}

function meaningOf(name: string): string {
  if (/\b(server|zone|region)\b/i.test(name)) return 'server'
  if (/^((user|player|character|game|role)\s*)?(id|uid|tag)$/i.test(name.trim())) return 'player'
  return name.trim().toLowerCase()
}

type Factors = Pick<FoundPlayer, 'priceFactor' | 'productFactors'>

/** The supplier's current terms for an item's products. */
export type PriceTerms = {
  account: string
  /** The names of the account's fields in the order of our inputs; empty: the current ones. */
  fields: string[]
  products: ReadonlyMap<string, ISupplierProduct>
}

type TermsDeps = Pick<Deps, 'clock' | 'log'>

const readProduct = batchReadsById<ISupplierProduct>(SupplierProductModel)

/**
 * Reads products from the stored price list. A product that was never listed has no price and keeps the current field
 * names.
 * @throws supplier_fields_changed when our inputs cannot fill the supplier's fields
 */
export async function priceTerms(
  deps: TermsDeps,
  delivery: SupplierDelivery,
  supplierItemIds: readonly string[],
): Promise<PriceTerms> {
  const account = delivery.supplier.name
  const ids = supplierItemIds.map((id) => supplierProductId(account, id))
  const listed = (await Promise.all([...new Set(ids)].map(readProduct))).filter(
    (product) => product !== undefined,
  )
  const matches = listed.map((product) => ({
    product,
    fields: mapInputFields(delivery.knownFields, product.fields),
  }))
  const changed = matches.find(({ fields }) => fields === undefined)
  if (changed) {
    const { name, supplierItemId, fields } = changed.product
    const detail = `asks for ${fields.join(', ')}`
    await raiseAlert(deps, { kind: 'fields_changed', account, supplierItemId, name, detail })
    throw new AppError('supplier_fields_changed', { field: 'itemid' })
  }
  return {
    account,
    fields: matches[0]?.fields ?? [],
    products: new Map(listed.map((product) => [product.supplierItemId, product])),
  }
}

type PriceDeps = TermsDeps & Pick<Deps, 'env'>

/**
 * Refuses the sale when the supplier charges more than its list price, beyond a limit.
 * @throws price_changed_at_supplier
 */
export async function requireListPrice(
  deps: PriceDeps,
  terms: PriceTerms,
  { supplierItemIds, factors }: { supplierItemIds: readonly string[]; factors: Factors },
): Promise<void> {
  const overpriced = supplierItemIds.find((id) => factorOf(factors, id) > deps.env.SUPPLIER_PRICE_FACTOR_MAX)
  if (overpriced === undefined) return
  const factor = factorOf(factors, overpriced)
  const marginLost = Math.round((factor - 1) * 1_000) / 10
  await raiseAlert(deps, {
    kind: 'price_changed',
    account: terms.account,
    supplierItemId: overpriced,
    marginLost,
    name: terms.products.get(overpriced)?.name ?? '',
    detail: `costs ${factor} times its list price`,
  })
  throw new AppError('price_changed_at_supplier', { field: 'itemid' })
}

/** The current cost of a product, and the supplier's factor in it. */
export function purchaseCost(
  terms: PriceTerms,
  supplierItemId: string,
  factors?: Factors,
): Pick<IUnit, 'cost' | 'factor' | 'isCostOpen'> {
  const product = terms.products.get(supplierItemId)
  const factor = factors ? factorOf(factors, supplierItemId) : 1
  return {
    cost: product ? costOfProduct(product, factor) : '',
    factor,
    isCostOpen: !product || !isProven(product),
  }
}

const factorOf = ({ priceFactor, productFactors }: Factors, supplierItemId: string) =>
  productFactors[supplierItemId] ?? priceFactor
