import { inTransaction } from '../../platform/mongo.ts'
import { ownerOf } from '../../platform/names.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import {
  ImageModel,
  type ItemDoc,
  ItemModel,
  MediaModel,
  mediaIdOf,
  type ProductDoc,
  ProductModel,
  saveMedia,
} from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { changedFacts, itemFacts, itemNumberKey, productFacts } from './audit-fields.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import type { CostDeps } from './item-costs.ts'
import { itemFields, lacksSupplierProduct } from './item-fields.ts'
import type { PriceActor } from './price-risk.ts'
import { createItem, editItem } from './save-item.ts'
import { createProduct, editProduct, productFields } from './save-product.ts'

/** A change that an import makes: a new entry, or the fields of an entry that differ. */
export type PlannedChange = {
  kind: 'item' | 'product' | 'image' | 'picture'
  id: string
  name: string
  change: 'create' | 'update'
  fields: string[]
}

type Existing = { items: Map<number, ItemDoc>; products: Map<string, ProductDoc> }

/**
 * Compares a catalogue file with the shop. Only reads. What the shop has in addition is left unchanged by an import.
 * @returns the changes, and each fault that keeps the file from being imported, with its path
 */
export async function planImport(
  file: CatalogueFile,
): Promise<{ changes: PlannedChange[]; faults: string[] }> {
  const existing = await readExisting()
  const faults = [...(await itemFaults(file, existing)), ...productFaults(file, existing)]
  const changes = [
    ...(await pictureChanges(file)),
    ...(await imageChanges(file)),
    ...file.items.flatMap((entry) => itemChange(entry, existing)),
    ...file.products.flatMap((entry) => productChange(entry, existing)),
  ]
  return { changes, faults }
}

/**
 * Imports a catalogue by the back office's own use cases, each entry in a transaction with its audit row. Repeating it
 * continues an interrupted import, and otherwise changes nothing.
 * @param owner others may not set a price below cost, which could end an import in the middle
 * @throws AppError `item_changed`, `product_changed` when another admin edits an entry at the same time
 */
export async function importCatalogue(
  deps: Pick<Deps, 'clock' | 'publisher'> & CostDeps,
  owner: PriceActor,
  file: CatalogueFile,
): Promise<void> {
  const existing = await readExisting()
  for (const picture of file.pictures) await importPicture(picture)
  for (const image of file.images) await importImage(deps, owner, image)
  for (const { itemid, fields } of file.items) {
    const before = existing.items.get(itemid)
    if (before) await editItem(deps, owner, { itemid, expectedVersion: before.__v, body: fields })
    else await createItem(deps, owner, { ...fields, itemid })
  }
  for (const { productid, fields } of file.products) {
    const before = existing.products.get(productid)
    if (before) await editProduct(deps, owner, { productid, expectedVersion: before.__v, body: fields })
    else await createProduct(deps, owner, { ...fields, productid })
  }
}

async function readExisting(): Promise<Existing> {
  const [items, products] = await Promise.all([
    ItemModel.find().lean<ItemDoc[]>(),
    ProductModel.find().lean<ProductDoc[]>(),
  ])
  return {
    items: new Map(items.map((item) => [item._id, item])),
    products: new Map(products.map((product) => [product._id, product])),
  }
}

async function itemFaults({ items }: CatalogueFile, existing: Existing): Promise<string[]> {
  const faults: string[] = []
  for (const [index, { itemid, fields }] of items.entries()) {
    const before = existing.items.get(itemid)
    if (!before && (await ownerOf(itemNumberKey(itemid))))
      faults.push(`items[${index}].itemid: ${itemid} was the number of an item that is deleted.`)
    const after = itemFields(fields, before)
    if (after.inStock && lacksSupplierProduct(after))
      faults.push(`items[${index}].fields.itemidarray: an item in stock needs its supplier’s product.`)
  }
  return faults
}

function productFaults({ items, products }: CatalogueFile, existing: Existing): string[] {
  const known = new Set([...existing.items.keys(), ...items.map(({ itemid }) => itemid)])
  return products.flatMap(({ fields }, index) =>
    fields.items.flatMap((itemid, place) =>
      known.has(itemid) ? [] : [`products[${index}].fields.items[${place}]: there is no item ${itemid}.`],
    ),
  )
}

function itemChange(
  { itemid, fields }: CatalogueFile['items'][number],
  { items }: Existing,
): PlannedChange[] {
  const before = items.get(itemid)
  const named = { kind: 'item', id: String(itemid), name: fields.name } as const
  if (!before) return [{ ...named, change: 'create', fields: [] }]
  const facts = changedFacts(itemFacts(before), itemFacts(itemFields(fields, before)))
  return facts ? [{ ...named, change: 'update', fields: Object.keys(facts.after) }] : []
}

function productChange(
  { productid, fields }: CatalogueFile['products'][number],
  { products }: Existing,
): PlannedChange[] {
  const before = products.get(productid)
  const named = { kind: 'product', id: productid, name: fields.name } as const
  if (!before) return [{ ...named, change: 'create', fields: [] }]
  const facts = changedFacts(productFacts(before), productFacts(productFields(fields, before)))
  return facts ? [{ ...named, change: 'update', fields: Object.keys(facts.after) }] : []
}

async function pictureChanges({ pictures }: CatalogueFile): Promise<PlannedChange[]> {
  const ids = pictures.map(({ url }) => mediaIdOf(url) ?? '')
  const stored = await MediaModel.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  const known = new Set(stored.map(({ _id }) => _id))
  return pictures
    .filter((_picture, index) => !known.has(ids[index] ?? ''))
    .map(({ url }) => ({ kind: 'picture', id: url, name: '', change: 'create', fields: [] }))
}

async function importPicture({ contentType, bytes, renditions }: CatalogueFile['pictures'][number]) {
  const stored = []
  for (const rendition of renditions) {
    const url = await saveMedia(Buffer.from(rendition.bytes, 'base64'), rendition.contentType)
    stored.push({ media: mediaIdOf(url) ?? '', contentType: rendition.contentType, width: rendition.width })
  }
  await saveMedia(Buffer.from(bytes, 'base64'), contentType, stored)
}

type GalleryImage = CatalogueFile['images'][number]

/** An image of the gallery is known by its list, its picture and its title. */
const isStored = async ({ type, url, title }: GalleryImage): Promise<boolean> =>
  (await ImageModel.find({ type }, { url: 1, title: 1 }).lean()).some(
    (image) => image.url === url && image.title === title,
  )

async function imageChanges({ images }: CatalogueFile): Promise<PlannedChange[]> {
  const changes: PlannedChange[] = []
  for (const image of images) {
    if (await isStored(image)) continue
    changes.push({ kind: 'image', id: image.url, name: image.title, change: 'create', fields: [] })
  }
  return changes
}

async function importImage(
  { clock }: Pick<Deps, 'clock'>,
  owner: PriceActor,
  image: GalleryImage,
): Promise<void> {
  if (await isStored(image)) return
  await inTransaction(async (tx) => {
    const [added] = await ImageModel.create([image], { session: tx })
    await writeAudit(tx, owner, {
      at: clock.now(),
      action: 'image.upload',
      target: auditTarget.image(String(added?._id)),
      reason: '',
      before: {},
      after: image,
    })
  })
}
