import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { manualPromise } from '@jhatpat/shared/contracts/order-status.ts'

/** A page's metadata for search engines and link previews, which do not run the app. */
export type PageHead = {
  title: string
  description: string
  /** Absolute. */
  url: string
  /** Absolute addresses; most previews show the first. */
  images: string[]
}

export function siteHead(publicUrl: string, path: string): PageHead {
  // Not resolved against the origin: `//other.example` would leave it.
  const url = new URL(publicUrl)
  url.pathname = path
  return {
    title: 'Jhatpat: game top-ups, recharges and OTTs',
    description: 'Game top-ups, recharges and OTT subscriptions, paid by UPI or from your wallet.',
    url: url.href,
    images: [shareCard(publicUrl)],
  }
}

export function productHead(product: Product, publicUrl: string): PageHead {
  const delivery = product.isApi ? 'Instant delivery' : manualPromise
  return {
    title: `${product.name} top-up · Jhatpat`,
    description: `${product.name} on Jhatpat. ${delivery}, paid by UPI or from your wallet.`,
    url: new URL(`/product/${encodeURIComponent(product._id)}`, publicUrl).href,
    images: imagesOf(product, publicUrl),
  }
}

const shareCard = (publicUrl: string) => new URL('/art/share.png', publicUrl).href

/** Link previews of chats show no SVG, so our own card precedes one. */
function imagesOf({ imgpath }: Product, publicUrl: string): string[] {
  if (!URL.canParse(imgpath, publicUrl)) return [shareCard(publicUrl)]
  const picture = new URL(imgpath, publicUrl)
  const images = [picture.href, shareCard(publicUrl)]
  return picture.pathname.endsWith('.svg') ? images.reverse() : images
}

/** The app's page with its title and description replaced. */
export function insertHead(page: string, head: PageHead): string {
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escapeHtml(head.url)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Jhatpat'),
    meta('property', 'og:locale', 'en_IN'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.url),
    ...head.images.map((image) => meta('property', 'og:image', image)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
  // Replacement functions, since a product's name may contain patterns of `replace`.
  return page
    .replace(/<meta\s+name="description"[^>]*>\s*/, () => '')
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
