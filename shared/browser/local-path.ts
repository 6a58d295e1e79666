/**
 * The path of an address on this site, query and hash with it; undefined for what is none. For "where from"
 * addresses, which anybody can write into a link: browsers drop tabs and line breaks from an address and read `\`
 * as `/`, so `/⇥/evil.test` is another site.
 */
export function localPath(
  address: string | null | undefined,
  origin: string = location.origin,
): string | undefined {
  if (!address?.startsWith('/') || /[\p{Cc}\\]/u.test(address) || !URL.canParse(address, origin))
    return undefined
  const { origin: found, pathname, search, hash } = new URL(address, origin)
  // `/.//evil.test` is on this site until its path is taken for an address of its own.
  if (found !== origin || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}
