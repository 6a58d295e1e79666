import type { SuppliedType } from '../../contracts/api-types.ts'

export type SupplierRoute = {
  /** The supplier's product slug; empty where it has none. */
  productSlug: string
  /**
   * Where the supplier lists the products of this type: a slug at Smile.one, a product page's id at
   * MooGold.
   */
  page: string
  /** The supplier's id under which a player is checked. */
  checkId: string
  /**
   * The supplier's fields for the customer's inputs, in order; empty: the supplier's lists name
   * none.
   */
  knownFields: readonly string[]
  /**
   * The customer's two inputs under the supplier's own field names.
   * @param fields the names at the time of the order; default: the known ones
   */
  account(input1: string, input2: string, fields?: readonly string[]): Record<string, string>
}

export type RouteSettings = {
  MOOGOLD_MLBB_PAGE: string
  MOOGOLD_GENSHIN_PAGE: string
  MOOGOLD_HOK_PAGE: string
}

/**
 * How each supplied `apiType` is bought at its supplier (`contracts/api-types.ts` names the
 * supplier).
 */
export const supplierRoutes = (settings: RouteSettings): Record<SuppliedType, SupplierRoute> => ({
  SMILEBR: smile('13'),
  SMILEPH: smile('212'),
  MOOGOLDMLBB: mooGold(settings.MOOGOLD_MLBB_PAGE, ['User ID', 'Server ID']),
  MOOGOLDGENSHIN: mooGold(settings.MOOGOLD_GENSHIN_PAGE, ['User ID', 'Server']),
  MOOGOLDHOK: mooGold(settings.MOOGOLD_HOK_PAGE, ['Player ID']),
})

const smile = (checkId: string): SupplierRoute => ({
  productSlug: 'mobilelegends',
  page: 'mobilelegends',
  checkId,
  knownFields: [],
  account: (userid, zoneid) => ({ userid, zoneid }),
})

const mooGold = (page: string, knownFields: readonly string[]): SupplierRoute => ({
  productSlug: '',
  page,
  checkId: page,
  knownFields,
  account: (input1, input2, fields = []) => {
    const inputs = [input1, input2]
    const names = fields.length > 0 ? fields : knownFields
    return Object.fromEntries(names.slice(0, 2).map((name, index) => [name, inputs[index] ?? '']))
  },
})
