import type { SmileCountry } from './smile-products.ts'

/**
 * What products cost, in coins at factor 1, by the vendor's ids. Invented after buyers' reports: no
 * constant leads from the list price to it. The shop never reads this: it learns costs from its purchases.
 */
export const smileCoins: Record<SmileCountry, Readonly<Record<string, string>>> = {
  br: {
    13: '61.5',
    23: '122',
    25: '179',
    26: '480',
    27: '1453',
    28: '2424',
    29: '3660',
    30: '6079',
    33: '402.5',
    16642: '76',
    22590: '39',
    22591: '116.9',
    22592: '196',
    22593: '391',
    26555: '38.5',
    26556: '192',
    23841: '99.9',
  },
  ph: {
    212: '9.2',
    213: '18.3',
    214: '45.7',
    215: '91.2',
    216: '182.5',
    217: '273.5',
    218: '456',
    219: '912',
    220: '1824',
    221: '4560',
    224: '494',
    16641: '91.5',
    16643: '9.1',
    16644: '45.6',
    16645: '136.8',
    16646: '228',
    16647: '319.5',
    16648: '456.5',
    16649: '684',
    16650: '1368',
    16651: '2280',
    16652: '4560',
    23837: '45.6',
  },
  ru: { 90001: '53.2', 90002: '130.5', 90003: '392' },
}
