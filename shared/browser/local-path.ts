/**
 * The path of an address on this site, query and hash with it; undefined for what is none. For "where from"
 * addresses, which anybody can write into a link: browsers drop tabs and line breaks from an address and read `\`
 * as `/`, so `/⇥/evil.test` is another site.
 */
export function localPath(address: string | null | undefined, of?: string): string | undefined {
  if (!address?.startsWith('/') || /[\p{Cc}\\]/u.test(address)) return undefined
  const origin = of ?? location.origin
  const url = read(address, origin)
  // `/.//evil.test` is on this site until its path is taken for an address of its own.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

function read(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin)
  } catch {
    return undefined
  }
}
