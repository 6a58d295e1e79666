import {
  createItem,
  createProduct,
  type ItemDoc,
  type NewItem,
  type NewProduct,
  type ProductDoc,
} from '@jhatpat/shared/domain/catalogue/index.ts'

export type ShopShelf = { product: ProductDoc; item: ItemDoc }

const art = '/media/none.svg'
const userAndZone = [{ label: 'User ID' }, { label: 'Zone ID' }]

/** A product with one item; prices in paise. */
export async function aShelf(
  product: Partial<NewProduct> & Pick<NewProduct, 'name' | 'type' | 'apiType'>,
  item: Partial<NewItem> & Pick<NewItem, 'name'>,
): Promise<ShopShelf> {
  const isApi = product.apiType !== 'OTHER'
  const discountedPaise = item.discountedPaise ?? 34_500
  const made = await createItem({
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
  const shelved = await createProduct({
    category: 'games',
    imgpath: art,
    inputs: userAndZone,
    items: [made._id],
    isApi,
    instock: true,
    ...product,
  })
  return { product: shelved, item: made }
}

export type Shop = { diamonds: ShopShelf; bundle: ShopShelf; crystals: ShopShelf; byHand: ShopShelf }

/** One thing to buy of each way to deliver. */
export async function aShop(): Promise<Shop> {
  return {
    diamonds: await aShelf(
      { name: 'Mobile Legends', type: 'MLBB', apiType: 'SMILEBR' },
      { name: '86 Diamonds', id: '13' },
    ),
    bundle: await aShelf(
      { name: 'Mobile Legends PH', type: 'MLBB', apiType: 'SMILEPH' },
      { name: 'Three packs', itemidarray: ['212', '213', '212'] },
    ),
    crystals: await aShelf(
      {
        name: 'Genshin Impact',
        type: 'GENSHIN',
        apiType: 'MOOGOLDGENSHIN',
        inputs: [{ label: 'UID' }, { label: 'Server' }],
      },
      { name: '60 Genesis Crystals', id: '428080' },
    ),
    byHand: await aShelf(
      {
        name: 'Sitara+ Premium',
        type: 'OTHER',
        apiType: 'OTHER',
        category: 'ott',
        inputs: [{ label: 'E-mail' }, { label: 'Mobile' }],
      },
      { name: 'Premium, 1 month' },
    ),
  }
}
