import { setTimeout as sleep } from 'node:timers/promises'
import { findProduct, productView } from '@jhatpat/shared/domain/catalogue/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { type PageHead, productHead, siteHead } from './page-head.ts'

export type DescribedPage = { status: 200 | 404; head: PageHead }

/** A page is worth showing without its product's name: the app asks for the product itself. */
const patienceMs = 1_000

/** What the storefront's page at a path says of itself; 404 for a product that does not exist. */
export async function headOfPath(path: string, publicUrl: string): Promise<DescribedPage> {
  const site = siteHead(publicUrl, path === '/home' ? '/' : path)
  const id = productIdIn(path)
  if (id === undefined) return { status: 200, head: site }
  const late = new AbortController()
  try {
    const product = await Promise.race([
      findProduct(id),
      sleep(patienceMs, undefined, { signal: late.signal, ref: false }),
    ])
    return { status: 200, head: product ? productHead(productView(product), publicUrl) : site }
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'product_not_found'
    return { status: isMissing ? 404 : 200, head: site }
  } finally {
    late.abort()
  }
}

function productIdIn(path: string): string | undefined {
  const [, encoded] = /^\/product\/([^/]+)\/?$/.exec(path) ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
