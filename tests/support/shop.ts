import {
  insertItem,
  insertProduct,
  type Listing,
  type NewItem,
  type NewProduct,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import { knowCosts } from './known-costs.ts'

const art = '/media/none.svg'
const userAndZone = [{ label: 'User ID' }, { label: 'Zone ID' }]

/** A product with one item; prices in paise. */
export async function insertProductWithItem(
  product: Partial<NewProduct> & Pick<NewProduct, 'name' | 'type' | 'apiType'>,
  item: Partial<NewItem> & Pick<NewItem, 'name'>,
): Promise<Listing> {
  const isApi = product.apiType !== 'OTHER'
  const discountedPaise = item.discountedPaise ?? 34_500
  const made = await insertItem({
    imgpath: art,
    originalPaise: discountedPaise + 5_000,
    discountedPaise,
    resellPaise: discountedPaise - 2_000,
    inStock: true,
    isApi,
    apiType: product.apiType ?? 'OTHER',
    id: '',
    ...item,
  })
  const inserted = await insertProduct({
    category: 'games',
    imgpath: art,
    inputs: userAndZone,
    items: [made._id],
    isApi,
    instock: true,
    ...product,
  })
  return { product: inserted, item: made }
}

type ListingInput = {
  product: Parameters<typeof insertProductWithItem>[0]
  item: Parameters<typeof insertProductWithItem>[1]
}

/** One item of each delivery type. */
export const listingInputs = {
  diamonds: {
    product: { name: 'Mobile Legends', type: 'MLBB', apiType: 'SMILEBR' },
    item: { name: '86 Diamonds', id: '13' },
  },
  bundle: {
    product: { name: 'Mobile Legends PH', type: 'MLBB', apiType: 'SMILEPH' },
    item: { name: 'Three packs', itemidarray: ['212', '213', '212'] },
  },
  crystals: {
    product: {
      name: 'Genshin Impact',
      type: 'GENSHIN',
      apiType: 'MOOGOLDGENSHIN',
      inputs: [{ label: 'UID' }, { label: 'Server' }],
    },
    item: { name: '60 Genesis Crystals', id: '428080' },
  },
  manual: {
    product: {
      name: 'Sitara+ Premium',
      type: 'OTHER',
      apiType: 'OTHER',
      category: 'ott',
      inputs: [{ label: 'E-mail' }, { label: 'Mobile' }],
    },
    item: { name: 'Premium, 1 month' },
  },
} as const satisfies Record<string, ListingInput>

export type ListingName = keyof typeof listingInputs
export type Shop = Record<ListingName, Listing>

/**
 * Puts all `listingInputs` on sale, in a shop that has bought before: the costs of Smile.one's products are
 * confirmed.
 */
export async function insertShop(): Promise<Shop> {
  await knowCosts()
  const shop: Partial<Shop> = {}
  for (const [listing, { product, item }] of Object.entries(listingInputs) as [ListingName, ListingInput][]) {
    shop[listing] = await insertProductWithItem(product, item)
  }
  return shop as Shop
}
