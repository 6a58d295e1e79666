import { existsSync } from 'node:fs'
import { type SuppliedType, supplierAccounts } from '@jhatpat/shared/contracts/api-types.ts'
import { Category, ItemType } from '@jhatpat/shared/contracts/catalogue.ts'
import type { ImageType } from '@jhatpat/shared/contracts/gallery.ts'
import { InputRuleBody } from '@jhatpat/shared/contracts/input-rules.ts'
import { envSchema } from '@jhatpat/shared/platform/env.ts'
import { supplierRoutes } from '@jhatpat/shared/providers/suppliers/supplier-routes.ts'
import { describe, expect, it } from 'vitest'
import { mooGoldProducts, mooGoldVariations } from '../../tests/simulators/moogold/moogold-catalogue.ts'
import { smileCoins } from '../../tests/simulators/smileone/smile-coins.ts'
import { smileProducts } from '../../tests/simulators/smileone/smile-products.ts'
import { demoImages } from './demo-images.ts'
import { demoProducts } from './demo-products.ts'
import { readPacks } from './know-costs.ts'
import { readItems } from './read-items.ts'

const items = readItems()
const itemsOf = (productid: string) => items.filter(({ product }) => product === productid)

const routes = supplierRoutes({
  MOOGOLD_MLBB_PAGE: envSchema.shape.MOOGOLD_MLBB_PAGE.parse(undefined),
  MOOGOLD_GENSHIN_PAGE: envSchema.shape.MOOGOLD_GENSHIN_PAGE.parse(undefined),
  MOOGOLD_HOK_PAGE: envSchema.shape.MOOGOLD_HOK_PAGE.parse(undefined),
})

/** The ids that the supplier simulators sell. */
const soldOf: Record<SuppliedType, readonly string[]> = {
  SMILEBR: smileProducts.br.mobilelegends?.map(({ id }) => id) ?? [],
  SMILEPH: smileProducts.ph.mobilelegends?.map(({ id }) => id) ?? [],
  MOOGOLDMLBB: mooGoldIds('MOOGOLDMLBB'),
  MOOGOLDGENSHIN: mooGoldIds('MOOGOLDGENSHIN'),
  MOOGOLDHOK: mooGoldIds('MOOGOLDHOK'),
}
const sold: Readonly<Record<string, readonly string[]>> = soldOf

/** The ids sold for the MooGold product that the shop maps to this type. */
function mooGoldIds(apiType: (typeof supplierAccounts)['MOOGOLD'][number]): string[] {
  const { page } = routes[apiType]
  return mooGoldVariations
    .filter((variation) => String(variation.product.id) === page)
    .map(({ id }) => String(id))
}

describe('the demo catalogue', () => {
  it('covers every category, delivery and type of item', () => {
    expect(new Set(demoProducts.map(({ category }) => category))).toEqual(new Set(Category.options))
    expect(new Set(demoProducts.map(({ apiType }) => apiType))).toEqual(
      new Set([...Object.keys(sold), 'OTHER']),
    )
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(ItemType.options))
    expect(demoProducts.length).toBeGreaterThanOrEqual(12)
    expect(items.length).toBeGreaterThanOrEqual(60)
    expect(items.some(({ inStock }) => !inStock)).toBe(true)
    expect(items.some(({ suggestedTask }) => suggestedTask)).toBe(true)
  })

  it('names the account’s fields as the MooGold simulator does', () => {
    for (const apiType of supplierAccounts.MOOGOLD) {
      const { page, knownFields } = routes[apiType]
      expect(mooGoldProducts.find(({ id }) => String(id) === page)?.fields, apiType).toEqual(knownFields)
    }
  })

  it('numbers items uniquely and gives each product at least one', () => {
    expect(new Set(items.map(({ itemid }) => itemid)).size).toBe(items.length)
    for (const { productid } of demoProducts) expect(itemsOf(productid), productid).not.toEqual([])
    expect(new Set(items.map(({ product }) => product)).size).toBe(demoProducts.length)
  })

  it('prices every item from original down to resell', () => {
    const wrong = items.filter(
      ({ originalPaise, discountedPaise, resellPaise }) =>
        originalPaise <= discountedPaise || discountedPaise <= resellPaise,
    )
    expect(wrong).toEqual([])
  })

  it('has a rule for the first input of each product, as an editor could enter it', () => {
    for (const { productid, inputs } of demoProducts) {
      expect(inputs[0]?.rule, productid).toBeDefined()
      for (const { rule } of inputs) expect(rule && InputRuleBody.parse(rule)).toEqual(rule)
    }
  })

  it.each(demoProducts)('gives the items of $name ids that its supplier sells', ({ productid, apiType }) => {
    const ids = itemsOf(productid).flatMap(({ id, itemidarray }) => itemidarray ?? [id])
    const known = sold[apiType ?? ''] ?? ['']
    expect(ids.filter((id) => !known.includes(id))).toEqual([])
  })

  it('has the Smile.one simulator’s list and price for each of its units', () => {
    const takes = { SMILEBR: 'br', SMILEPH: 'ph' } as const
    const packs = readPacks()
    for (const { account, page, supplierItemId, name, price, coins } of packs) {
      const country = takes[account as keyof typeof takes]
      const listed = smileProducts[country][page]?.find(({ id }) => id === supplierItemId)
      expect({ name, price }, supplierItemId).toEqual({ name: listed?.spu, price: listed?.price })
      expect(coins, supplierItemId).toBe(smileCoins[country][supplierItemId])
    }
    const known = new Set(packs.map(({ account, supplierItemId }) => `${account}:${supplierItemId}`))
    const bought = items.flatMap(({ product, id, itemidarray }) => {
      const apiType = demoProducts.find(({ productid }) => productid === product)?.apiType ?? ''
      return apiType in takes ? (itemidarray ?? [id]).map((one) => `${apiType}:${one}`) : []
    })
    expect(new Set(bought)).toEqual(known)
  })

  it('has bundles of two and of three units', () => {
    const bundleOf = (itemid: number) => items.find((item) => item.itemid === itemid)?.itemidarray
    expect(bundleOf(1005)).toEqual(['23', '23'])
    expect(bundleOf(1110)).toEqual(['216', '216', '216'])
  })

  it('fulfils the promises of its banners and popup', () => {
    const cheapest = (productid: string) =>
      Math.min(...itemsOf(productid).map(({ discountedPaise }) => discountedPaise))
    expect(cheapest('mobile-legends-ph')).toBe(1_900)
    const ott = demoProducts.filter(({ category }) => category === 'ott')
    expect(Math.min(...ott.map(({ productid }) => cheapest(productid)))).toBe(4_900)
    const pass = itemsOf('mobile-legends').find(({ name }) => name === 'Weekly Diamond Pass')
    expect(pass?.discountedPaise).toBe(13_900)
  })
})

describe('the demo gallery', () => {
  it('has three slides in both shapes, a popup and an image for each product', () => {
    const ofType = (type: ImageType) => demoImages.filter((image) => image.type === type)
    expect(ofType('CarouselMb').map(({ title }) => title)).toEqual(
      ofType('CarouselPc').map(({ title }) => title),
    )
    expect(ofType('CarouselPc')).toHaveLength(3)
    expect(ofType('Popup')).toHaveLength(1)
    const art = [
      ...demoImages.map((image) => image.art),
      ...demoProducts.map(({ productid }) => productid),
      ...items.map(({ picture }) => `items/${picture}`),
    ]
    const missing = art.filter((name) => !existsSync(new URL(`art/${name}.svg`, import.meta.url)))
    expect(missing).toEqual([])
  })

  it('links each banner to what it promises', () => {
    const leads = demoImages.map(({ title, redirectUrl }) => [title.split(/[.,]/)[0], redirectUrl])
    expect(Object.fromEntries(leads)).toEqual({
      Diamonds: '/product/mobile-legends-ph',
      'Tonight’s show': '/home?q=ott',
      'Delivered or refunded': '/orders',
      'Get the Weekly Pass': '/product/mobile-legends',
    })
  })
})
