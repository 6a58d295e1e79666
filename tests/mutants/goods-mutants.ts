import type { Mutant } from './mutant.ts'

const sets = ['tests/services/catalogue/price-sets.test.ts']
const held = ['tests/services/catalogue/held-prices.test.ts']
const items = ['tests/services/catalogue/admin-items.test.ts']

/** Mistakes in what admins do to the catalogue and the gallery, and take out of the audit log. */
export const goodsMutants: readonly Mutant[] = [
  {
    name: 'a planned price is written over one that somebody has set since',
    file: 'shared/domain/prices/price-rules.ts',
    find: "if (now !== price.fromPaise) return { ...price, result: 'changed', foundPaise: now }",
    replace: '',
    tests: sets,
  },
  {
    name: 'a set of prices that was applied is applied again by an old job',
    file: 'shared/domain/prices/apply-prices.ts',
    find: "if (set?.state !== 'planned' || set.due.apply.seq !== seq) return undefined",
    replace: 'if (!set) return undefined',
    tests: sets,
  },
  {
    name: 'a planned price is applied though its cost has moved it below the floor',
    file: 'shared/domain/prices/write-prices.ts',
    find: 'set.asksOnCost ? floors : undefined',
    replace: 'undefined',
    tests: held,
  },
  {
    name: 'a price that was to be raised is held back since its cost went up',
    file: 'shared/domain/prices/price-rules.ts',
    find: 'isLowered(price) && held.has(price.itemid)',
    replace: 'held.has(price.itemid)',
    tests: held,
  },
  {
    name: 'prices that were held back are applied by each who answers',
    file: 'shared/domain/prices/answer-held.ts',
    find: "if (modifiedCount === 0) throw new AppError('price_set_answered')",
    replace: '',
    tests: held,
  },
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
  {
    name: 'the audit log leaves the house and nobody knows who took it',
    file: 'shared/domain/back-office/export-audit.ts',
    find: "await noteExport(by, 'audit', asked)",
    replace: '',
    tests: ['tests/services/audit/audit-list.test.ts'],
  },
  {
    name: 'what is read in a file of the audit log may be another than what was sealed',
    file: 'shared/domain/back-office/verify-audit-csv.ts',
    find: 'const column = changedCell(read)',
    replace: 'const column = changedCell(read) && undefined',
    tests: ['tests/services/audit/audit-file.test.ts'],
  },
  {
    name: 'a row of the audit log whose link was taken away passes for one that waits',
    file: 'shared/domain/back-office/verify-audit-csv.ts',
    find: 'isLate && !seal',
    replace: 'isLate && seal',
    tests: ['tests/services/audit/audit-file.test.ts'],
  },
  {
    name: 'one anchor vouches for what stands above it in a file of the audit log',
    file: 'shared/domain/back-office/verify-audit-csv.ts',
    find: 'if (!isAnchored && !held.has(_id + 1)) return',
    replace: '',
    tests: ['tests/services/audit/audit-file.test.ts'],
  },
  {
    name: 'an e-mail address tells of an account to who may not see customers',
    file: 'shared/domain/back-office/audit-asked.ts',
    find: "mayAlone(asker, 'customers.view')",
    replace: 'true',
    tests: ['tests/services/audit/audit-list.test.ts'],
  },
]
