import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ItemBody } from '../../contracts/admin-items.ts'
import { ProductBody } from '../../contracts/admin-products.ts'
import { ImageType } from '../../contracts/gallery.ts'
import { toRupees } from '../../contracts/money.ts'
import {
  type IImage,
  ImageModel,
  type ItemDoc,
  ItemModel,
  maxMediaBytes,
  mediaIdOf,
  type ProductDoc,
  ProductModel,
  readPicture,
} from '../catalogue/index.ts'

/** Bytes in base64. */
const Bytes = z
  .string()
  .check(
    z.maxLength(Math.ceil((maxMediaBytes * 4) / 3) + 4),
    z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'),
  )
const contentType = () =>
  z.enum(['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'])

const Picture = z
  .strictObject({
    /** `/media/<sha256>.<ext>` */
    url: z.string().check(z.regex(/^\/media\/[0-9a-f]{64}\.[a-z]{3,4}$/, 'must be the address of a picture')),
    contentType: contentType(),
    bytes: Bytes,
    renditions: z
      .array(
        z.strictObject({
          contentType: contentType(),
          width: z.number().check(z.int(), z.gte(1), z.lte(20_000)),
          bytes: Bytes,
        }),
      )
      .check(z.maxLength(40)),
  })
  .check(
    z.refine(({ url, bytes }) => mediaIdOf(url) === sha256Of(bytes), {
      error: 'its bytes are not those of its address',
      path: ['bytes'],
    }),
  )

const GalleryImage = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  type: z.enum(ImageType.options),
  url: z.string().check(z.minLength(1), z.maxLength(500)),
  redirectUrl: z.string().check(z.maxLength(500)),
  width: z.number().check(z.gte(0)),
  height: z.number().check(z.gte(0)),
  bytes: z.number().check(z.gte(0)),
})

const entries = <Entry extends z.ZodMiniType>(entry: Entry) => z.array(entry).check(z.maxLength(10_000))

/** A shop's catalogue, to be read by another shop. Amounts are in rupees. */
const CatalogueFile = z
  .strictObject({
    format: z.literal('jhatpat-catalogue'),
    version: z.literal(1),
    items: entries(
      z.strictObject({
        itemid: z.number().check(z.int(), z.gte(1), z.lte(999_999_999)),
        fields: ItemBody,
      }),
    ),
    products: entries(
      z.strictObject({
        productid: z
          .string()
          .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be like mobile-legends'), z.maxLength(64)),
        fields: ProductBody,
      }),
    ),
    /** Slides, pop-ups and pictures of the gallery. */
    images: entries(GalleryImage),
    pictures: entries(Picture),
  })
  .check(
    z.refine(({ items }) => isUnique(items.map(({ itemid }) => itemid)), {
      error: 'has an item twice',
      path: ['items'],
    }),
    z.refine(({ products }) => isUnique(products.map(({ productid }) => productid)), {
      error: 'has a product twice',
      path: ['products'],
    }),
  )
export type CatalogueFile = z.output<typeof CatalogueFile>

const isUnique = (ids: readonly unknown[]) => new Set(ids).size === ids.length

const sha256Of = (base64: string) => createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')

/** Reads a catalogue file. @returns it, or every fault with its path: `items[3].fields.name: Name is required.` */
export function parseCatalogue(
  json: unknown,
): { file: CatalogueFile; faults?: never } | { file?: never; faults: string[] } {
  const parsed = CatalogueFile.safeParse(json)
  if (parsed.success) return { file: parsed.data }
  return { faults: parsed.error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`) }
}

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '') || 'the file'

/** The whole catalogue with the pictures that it shows. */
export async function exportCatalogue(): Promise<CatalogueFile> {
  const [items, products, images] = await Promise.all([
    ItemModel.find().sort({ _id: 1 }).lean<ItemDoc[]>(),
    ProductModel.find().sort({ createdAt: 1, _id: 1 }).lean<ProductDoc[]>(),
    ImageModel.find().sort({ _id: 1 }).lean<IImage[]>(),
  ])
  const urls = [...items, ...products].map(({ imgpath }) => imgpath)
  return {
    format: 'jhatpat-catalogue',
    version: 1,
    items: items.map((item) => ({ itemid: item._id, fields: itemBody(item) })),
    products: products.map((product) => ({ productid: product._id, fields: productBody(product) })),
    images: images.map(({ title, type, url, redirectUrl, width, height, bytes }) => ({
      title,
      type,
      url,
      redirectUrl,
      width,
      height,
      bytes,
    })),
    pictures: await readPictures([...urls, ...images.map(({ url }) => url)]),
  }
}

function itemBody(item: ItemDoc): ItemBody {
  const { name, imgpath, isApi, apiType, type = '', suggestedTask = '', inStock } = item
  return {
    name,
    originalprice: toRupees(item.originalPaise),
    discountedprice: toRupees(item.discountedPaise),
    resellprice: toRupees(item.resellPaise),
    isApi,
    apiType,
    imgpath,
    type,
    suggestedTask,
    itemidarray: item.itemidarray ?? (item.id ? [item.id] : []),
    inStock,
  }
}

function productBody(product: ProductDoc): ProductBody {
  const { name, type, category, imgpath, inputs, items, isApi, apiType } = product
  return {
    name,
    type,
    category,
    imgpath,
    inputs: inputs.map(({ label, rule }) => (rule ? { label, rule } : { label })),
    items: [...items],
    isApi,
    apiType,
    importantnote: product.importantnote,
    instock: product.instock,
    istrending: product.istrending,
  }
}

async function readPictures(urls: readonly string[]): Promise<CatalogueFile['pictures']> {
  const pictures: CatalogueFile['pictures'] = []
  for (const url of new Set(urls)) {
    const picture = await readPicture(url)
    if (!picture) continue
    pictures.push({
      url,
      contentType: picture.contentType as CatalogueFile['pictures'][number]['contentType'],
      bytes: picture.bytes.toString('base64'),
      renditions: picture.renditions.map(({ contentType: format, width, bytes }) => ({
        contentType: format as CatalogueFile['pictures'][number]['contentType'],
        width,
        bytes: bytes.toString('base64'),
      })),
    })
  }
  return pictures
}
