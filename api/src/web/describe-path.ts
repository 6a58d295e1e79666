import { setTimeout as sleep } from 'node:timers/promises'
import type { InitialData } from '@jhatpat/shared/contracts/initial-data.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { SellingDeps } from '../catalogue/list-sellable-items.ts'
import { initialDataFor } from './known-of-path.ts'
import { type PageHead, productHead, siteHead } from './page-head.ts'

export type DescribedPage = { status: 200 | 404; head: PageHead; known: InitialData }

/** A page is worth showing without what is on it: the app asks for that itself. */
const timeoutMs = 1_000

/** What the storefront's page at a path says of itself; 404 for a product that does not exist. */
export async function pageMetadata(deps: SellingDeps, path: string): Promise<DescribedPage> {
  const publicUrl = deps.env.PUBLIC_URL
  const site = siteHead(publicUrl, path === '/home' ? '/' : path)
  const late = new AbortController()
  try {
    const nothing: InitialData = {}
    const known = await Promise.race([
      initialDataFor(deps, path),
      sleep(timeoutMs, nothing, { signal: late.signal, ref: false }),
    ])
    return { status: 200, head: known.product ? productHead(known.product, publicUrl) : site, known }
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'product_not_found'
    return { status: isMissing ? 404 : 200, head: site, known: {} }
  } finally {
    late.abort()
  }
}
