import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MeasuredApp, weighApp } from '../../scripts/building/first-load-size.ts'

/** First-load JavaScript of a route: the entry, the route's chunk, and all their static imports, gzipped. */
const budgetBytes = 115_000

let app: MeasuredApp

beforeAll(async () => {
  app = await weighApp('storefront')
}, 120_000)

afterAll(() => app.remove())

const feature = (name: string) => `src/features/${name}.tsx`

it.each(['home/home-screen', 'product/product-screen', 'order-status/confirmation-screen'])(
  'loads at most 115 kB of gzipped JavaScript before %s renders',
  async (screen) => {
    const bytes = await app.bytesOf(feature(screen))
    expect(bytes).toBeGreaterThan(60_000)
    expect(bytes).toBeLessThanOrEqual(budgetBytes)
  },
)

it.each([
  ['home', feature('home/home-screen')],
  ['product', feature('product/product-screen'), feature('product/purchase-panel')],
  ['order', feature('order-status/confirmation-screen'), feature('order-status/order-page')],
  ['pay', feature('payment/pay-screen')],
  ['login', 'src/app/sign-in-routes.tsx'],
])('loads at most six JavaScript files before %s renders', (_page, ...sources) => {
  const files = app.chunksOf(...sources)
  expect(files.size).toBeGreaterThan(2)
  expect(files.size).toBeLessThanOrEqual(6)
})
