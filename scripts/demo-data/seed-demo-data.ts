import { readFile } from 'node:fs/promises'
import { createUser, demoPassword, demoUsers } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  addImage,
  ImageModel,
  insertItem,
  ProductModel,
  saveMedia,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { ignoreDuplicate } from '@jhatpat/shared/platform/mongo.ts'
import { type DemoImage, demoImages } from './demo-images.ts'
import { demoProducts } from './demo-products.ts'
import { knowDemoCosts } from './know-costs.ts'
import { type DemoItem, readItems } from './read-items.ts'
import { refuseProductionData } from './refuse-production-data.ts'

/**
 * Fills an empty shop: catalogue, gallery and the demo logins. Products are written last and in one write,
 * and existing records are left unchanged, so that the next run completes an interrupted one.
 * @returns false when the database has products; nothing is changed then
 * @throws CliError when a provider of the shop is real
 */
export async function seedDemoData(env: Env): Promise<boolean> {
  refuseProductionData(env)
  if (await ProductModel.exists({})) return false
  const items = readItems()
  const urls = await saveArt(items)
  await Promise.all([
    ...demoUsers.map((person) =>
      ignoreDuplicate(() => createUser({ ...person, password: demoPassword, verified: true })),
    ),
    ...items.map((item) => ignoreDuplicate(() => insertItem(itemOf(item, urls)))),
  ])
  for (const image of [...demoImages, ...catalogueImages(items)]) await addOnce(image, urlOf(urls, image.art))
  await knowDemoCosts(new Date())
  // One millisecond apart: lists sort products by creation time.
  const now = Date.now()
  const products = demoProducts.map((product, index) =>
    productOf(product, { items, urls, createdAt: new Date(now + index) }),
  )
  await ProductModel.insertMany(products)
  return true
}

type Urls = ReadonlyMap<string, string>

/** @returns the URL of each image, by its name in `art` */
async function saveArt(items: readonly DemoItem[]): Promise<Urls> {
  const names = new Set([...demoImages, ...catalogueImages(items)].map((image) => image.art))
  const saved = [...names].map(async (name) => {
    const bytes = await readFile(new URL(`art/${name}.svg`, import.meta.url))
    return [name, await saveMedia(bytes, 'image/svg+xml')] as const
  })
  return new Map(await Promise.all(saved))
}

function catalogueImages(items: readonly DemoItem[]): DemoImage[] {
  const tiles = demoProducts.map(({ productid, name }): DemoImage => {
    return { art: productid, type: 'Product', title: name, redirectUrl: `/product/${productid}` }
  })
  const pictures = [...new Set(items.map((item) => item.picture))].map((picture): DemoImage => {
    return { art: `items/${picture}`, type: 'Item', title: picture.replaceAll('-', ' '), redirectUrl: '' }
  })
  return [...tiles, ...pictures]
}

async function addOnce({ type, title, redirectUrl }: DemoImage, url: string): Promise<void> {
  if (await ImageModel.exists({ type, title })) return
  await addImage({ type, title, url, redirectUrl })
}

function itemOf({ product, picture, ...item }: DemoItem, urls: Urls) {
  const { isApi = false, apiType = 'OTHER' } =
    demoProducts.find(({ productid }) => productid === product) ?? {}
  return { ...item, imgpath: urlOf(urls, `items/${picture}`), isApi, apiType }
}

function productOf(
  product: (typeof demoProducts)[number],
  { items, urls, createdAt }: { items: DemoItem[]; urls: Urls; createdAt: Date },
) {
  const sold = items.filter((item) => item.product === product.productid).map((item) => item.itemid)
  const { productid: _id, ...facts } = product
  return { _id, ...facts, imgpath: urlOf(urls, _id), items: sold, createdAt }
}

function urlOf(urls: Urls, art: string): string {
  const url = urls.get(art)
  if (!url) throw new Error(`there is no picture ${art}`)
  return url
}
