/** The supplier accounts. The three MooGold api types share one. */
export type SupplierName = 'SMILEBR' | 'SMILEPH' | 'MOOGOLD'

export type SupplierRoute = {
  supplier: SupplierName
  /** The supplier's product slug; empty where it has none. */
  supplierProduct: string
  /** Where the supplier lists the packs of this type: a slug at Smile.one, a product page's id at MooGold. */
  page: string
  /** What a player's id is checked under. */
  checkId: string
  /** The fields of the supplier that we know for the customer's inputs, in their order; empty: never told apart. */
  knownFields: readonly string[]
  /**
   * The customer's two inputs under the supplier's own field names.
   * @param fields the names as they were when the order was drafted; none: the known ones
   */
  account(input1: string, input2: string, fields?: readonly string[]): Record<string, string>
}

export type RouteSettings = {
  MOOGOLD_MLBB_PAGE: string
  MOOGOLD_GENSHIN_PAGE: string
  MOOGOLD_HOK_PAGE: string
}

/** Which supplier delivers an item of which `apiType`. A type that is not here is delivered by hand. */
export function supplierRoutes(settings: RouteSettings): ReadonlyMap<string, SupplierRoute> {
  return new Map([
    ['SMILEBR', smile('SMILEBR', '13')],
    ['SMILEPH', smile('SMILEPH', '212')],
    ['MOOGOLDMLBB', mooGold(settings.MOOGOLD_MLBB_PAGE, ['User ID', 'Server ID'])],
    ['MOOGOLDGENSHIN', mooGold(settings.MOOGOLD_GENSHIN_PAGE, ['User ID', 'Server'])],
    ['MOOGOLDHOK', mooGold(settings.MOOGOLD_HOK_PAGE, ['Player ID'])],
  ])
}

/** Whose account delivers items of an `apiType`; undefined: a person does. */
export function supplierNameFor(apiType: string): SupplierName | undefined {
  return routesOfAnyPage.get(apiType)?.supplier
}

const smile = (supplier: SupplierName, checkId: string): SupplierRoute => ({
  supplier,
  supplierProduct: 'mobilelegends',
  page: 'mobilelegends',
  checkId,
  knownFields: [],
  account: (userid, zoneid) => ({ userid, zoneid }),
})

const mooGold = (page: string, knownFields: readonly string[]): SupplierRoute => ({
  supplier: 'MOOGOLD',
  supplierProduct: '',
  page,
  checkId: page,
  knownFields,
  account: (input1, input2, fields = []) => {
    const inputs = [input1, input2]
    const names = fields.length > 0 ? fields : knownFields
    return Object.fromEntries(names.slice(0, 2).map((name, index) => [name, inputs[index] ?? '']))
  },
})

const routesOfAnyPage = supplierRoutes({
  MOOGOLD_MLBB_PAGE: '',
  MOOGOLD_GENSHIN_PAGE: '',
  MOOGOLD_HOK_PAGE: '',
})
