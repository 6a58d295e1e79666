import type { IncomingHttpHeaders } from 'node:http'

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host'> & {
  'sec-fetch-site'?: string | string[] | undefined
}

/** Browsers name the page's origin; ours is the host that was asked, or the public one behind a proxy. */
export function isSameOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(publicUrl).origin
}

/**
 * Whether a browser says that a request comes from one of our own pages, which no page can make it say.
 * @returns undefined where nothing is said: no browser of today, or none at all
 */
export function isSameOriginPage(headers: Headers, publicUrl: string): boolean | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin === undefined) return undefined
  return isSameOrigin(headers.origin, headers.host, publicUrl)
}
