export type MooGoldVariation = { id: number; name: string; price: string; product: MooGoldProduct }
export type MooGoldProduct = {
  id: number
  name: string
  /** The names of the account's fields, the player's first. */
  fields: readonly string[]
  /** Without the player's field an order is rejected (422); otherwise it is accepted, and refunded later. */
  needsPlayer?: boolean
  servers: Record<string, string>
}

const mlbb: MooGoldProduct = {
  id: 15145,
  name: 'Mobile Legends',
  fields: ['User ID', 'Server ID'],
  servers: {},
}
const genshin: MooGoldProduct = {
  id: 428075,
  name: 'Genshin Impact',
  fields: ['User ID', 'Server'],
  servers: { America: 'America', Europe: 'Europe', Asia: 'Asia', TW_HK_Mo: 'TW_HK_Mo' },
}
const hok: MooGoldProduct = {
  id: 5177311,
  name: 'Honor of Kings',
  fields: ['Player ID'],
  needsPlayer: true,
  servers: {},
}

export const mooGoldProducts: readonly MooGoldProduct[] = [mlbb, genshin, hok]

/** The products: invented ids and USD prices, under product pages with the vendor's own account fields. */
export const mooGoldVariations: readonly MooGoldVariation[] = [
  ...list(mlbb, [
    [1001, '86 Diamonds', '1.24'],
    [1002, '172 Diamonds', '2.48'],
    [1003, '257 Diamonds', '3.71'],
    [1004, '706 Diamonds', '9.90'],
    [1005, 'Weekly Diamond Pass', '1.52'],
    [1006, 'Twilight Pass', '7.95'],
    [1007, '2195 Diamonds', '29.60'],
    [1008, '3688 Diamonds', '49.30'],
  ]),
  ...list(genshin, [
    [428080, '60 Genesis Crystals', '0.86'],
    [428081, '300+30 Genesis Crystals', '4.30'],
    [428082, '980+110 Genesis Crystals', '12.90'],
    [428083, '1980+260 Genesis Crystals', '26.40'],
    [428084, '3280+600 Genesis Crystals', '43.10'],
    [428085, '6480+1600 Genesis Crystals', '86.20'],
    [428086, 'Blessing of the Welkin Moon', '4.20'],
  ]),
  ...list(hok, [
    [5177312, '80 Tokens', '0.95'],
    [5177313, '240 Tokens', '2.80'],
    [5177314, '400 Tokens', '4.65'],
    [5177315, '830 Tokens', '9.30'],
    [5177316, '2508 Tokens', '27.90'],
    [5177317, 'Weekly Card', '0.99'],
  ]),
]

function list(
  product: MooGoldProduct,
  rows: readonly (readonly [number, string, string])[],
): MooGoldVariation[] {
  return rows.map(([id, name, price]) => ({ id, name, price, product }))
}
