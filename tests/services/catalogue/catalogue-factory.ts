import {
  type ItemDoc,
  insertItem,
  insertProduct,
  type NewItem,
  type NewProduct,
  type ProductDoc,
} from '@jhatpat/shared/domain/catalogue/index.ts'

let count = 0

/** A product of the category games in the database, without items unless given. */
export function insertTestProduct(more: Partial<NewProduct> = {}): Promise<ProductDoc> {
  count += 1
  return insertProduct({
    name: `Game ${count}`,
    type: 'OTHER',
    category: 'games',
    imgpath: '/media/game.svg',
    inputs: [{ label: 'Player ID' }, { label: 'Server' }],
    items: [],
    ...more,
  })
}

/** An item of ₹109, for resellers ₹104, in the database. */
export function insertTestItem(more: Partial<NewItem> = {}): Promise<ItemDoc> {
  return insertItem({
    name: '86 Diamonds',
    imgpath: '/media/diamonds.svg',
    originalPaise: 13_000,
    discountedPaise: 10_900,
    resellPaise: 10_400,
    ...more,
  })
}
