import { eachProduct, homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { homeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import { ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from './catalogue-factory.ts'

let service: Service
let paths: string[]
let item: Awaited<ReturnType<typeof insertTestItem>>
beforeAll(async () => {
  service = await startService()
  item = await insertTestItem()
  const { _id } = await insertTestProduct({ items: [item._id] })
  paths = [
    homeProducts.path,
    homeGallery.path,
    eachProduct.path.replace(':id', _id),
    itemsOfProduct.path.replace(':productId', _id),
  ]
})
afterAll(() => service.stop())

// Node's fetch would send a reload past every cache.
const request = (who: Person, path: string, etag = '') =>
  who.request(`/api${path}`, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
const etagOf = ({ headers }: Awaited<ReturnType<typeof request>>) => headers.get('etag') ?? ''

describe('a reply of the catalogue in the browser’s cache', () => {
  it('is revalidated each time, and sent again only when it has changed', async () => {
    expect(paths).toHaveLength(4)
    for (const path of paths) {
      const first = await request(service.guest, path)
      expect(first.headers.get('cache-control'), path).toBe('public, no-cache')
      expect(await request(service.guest, path, etagOf(first)), path).toMatchObject({
        status: 304,
        text: '',
      })
    }
  })

  it('is the same for a reseller as for all others, so that one reply serves all', async () => {
    const ravi = await service.as(await insertReseller())
    for (const path of paths) {
      const [forAll, forRavi] = [await request(service.guest, path), await request(ravi, path)]
      expect(etagOf(forRavi), path).toBe(etagOf(forAll))
      expect(forRavi.text, path).toBe(forAll.text)
    }
    const { json } = await request(ravi, paths[3] ?? '')
    expect(json).toMatchObject([{ discountedprice: 109, resellprice: 104 }])
  })

  it('never shows an old price: the next request has the new one', async () => {
    const path = paths[3] ?? ''
    const etag = etagOf(await request(service.guest, path))
    await ItemModel.updateOne({ _id: item._id }, { $set: { discountedPaise: 11_900 } })
    const changed = await request(service.guest, path, etag)
    expect(changed).toMatchObject({ status: 200, json: [{ discountedprice: 119 }] })
    expect(etagOf(changed)).not.toBe(etag)
  })
})
