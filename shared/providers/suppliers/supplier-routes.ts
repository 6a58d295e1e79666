/** The supplier accounts. The three MooGold api types share one. */
export type SupplierName = 'SMILEBR' | 'SMILEPH' | 'MOOGOLD'

export type SupplierRoute = {
  supplier: SupplierName
  /** The supplier's product slug; empty where it has none. */
  supplierProduct: string
  /** The pack under which a player's id is checked; undefined: under the pack that is bought. */
  checkItemId: string | undefined
  /** The customer's two inputs under the supplier's own field names. */
  account(input1: string, input2: string): Record<string, string>
}

const smileAccount = (userid: string, zoneid: string) => ({ userid, zoneid })
const mooGold = { supplier: 'MOOGOLD', supplierProduct: '', checkItemId: undefined } as const

const routes: readonly [apiType: string, SupplierRoute][] = [
  [
    'SMILEBR',
    { supplier: 'SMILEBR', supplierProduct: 'mobilelegends', checkItemId: '13', account: smileAccount },
  ],
  [
    'SMILEPH',
    { supplier: 'SMILEPH', supplierProduct: 'mobilelegends', checkItemId: '212', account: smileAccount },
  ],
  ['MOOGOLDMLBB', { ...mooGold, account: (id, server) => ({ 'User ID': id, 'Server ID': server }) }],
  ['MOOGOLDGENSHIN', { ...mooGold, account: (id, server) => ({ 'User ID': id, Server: server }) }],
  ['MOOGOLDHOK', { ...mooGold, account: (id) => ({ 'Player ID': id }) }],
]

/** Which supplier delivers an item of which `apiType`. A type that is not here is delivered by hand. */
export const supplierRoutes: ReadonlyMap<string, SupplierRoute> = new Map(routes)
