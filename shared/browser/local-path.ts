/**
 * The path of an address on this site, with query and hash; undefined for any other address. Needed for
 * return addresses, which an attacker can put into a link: browsers drop tabs and line breaks from an
 * address and read `\` as `/`, so `/⇥/evil.test` is another site.
 */
export function localPath(address: string | null | undefined, of?: string): string | undefined {
  if (!address?.startsWith('/') || /[\p{Cc}\\]/u.test(address)) return undefined
  const origin = of ?? location.origin
  const url = read(address, origin)
  // `/.//evil.test` is on this site, but its path alone is an address of another site.
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
