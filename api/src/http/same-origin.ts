import type { IncomingHttpHeaders } from 'node:http'

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host'> & {
  'sec-fetch-site'?: string | string[] | undefined
}

/** Compares a page's origin with ours: the requested host, or the public one behind a proxy. */
export function isSameOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(publicUrl).origin
}

/**
 * Whether the browser reports that a request comes from one of our own pages; another page cannot
 * forge this.
 * @returns undefined without these headers: an old browser, or none
 */
export function isSameOriginPage(headers: Headers, publicUrl: string): boolean | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin === undefined) return undefined
  return isSameOrigin(headers.origin, headers.host, publicUrl)
}
