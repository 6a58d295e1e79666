import type { Mutant } from './mutant.ts'

const items = ['tests/services/catalogue/admin-items.test.ts']

/** Mistakes in what admins do to the catalogue and the gallery. */
export const goodsMutants: readonly Mutant[] = [
  {
    name: 'a price is saved over the one that another admin has just set',
    file: 'shared/domain/goods/save-item.ts',
    find: "if (seen !== undefined && seen !== before.__v) throw new AppError('item_changed')",
    replace: '',
    tests: items,
  },
  {
    name: 'an item is deleted while somebody waits for it',
    file: 'shared/domain/goods/delete-goods.ts',
    find: "if (await hasOpenOrders({ itemid })) throw new AppError('goods_in_orders')",
    replace: '',
    tests: items,
  },
  {
    name: 'who may change stock alone changes prices',
    file: 'shared/domain/goods/save-item.ts',
    find: 'if (!isSame) requirePrices()',
    replace: '',
    tests: items,
  },
  {
    name: 'a small file is unpacked to as many pixels as it says',
    file: 'shared/domain/gallery/make-picture.ts',
    find: 'limitInputPixels: maxPixels',
    replace: 'limitInputPixels: false',
    tests: ['tests/services/gallery/admin-gallery.test.ts'],
  },
  {
    name: 'a deleted image takes away what is a size of another’s picture',
    file: 'shared/domain/gallery/admin-images.ts',
    find: 'if (!id || (await isNeeded(id))) return',
    replace: 'if (!id) return',
    tests: ['tests/services/gallery/admin-gallery.test.ts'],
  },
]
