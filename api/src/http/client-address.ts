import type { IncomingMessage } from 'node:http'

/** Whether a proxy is trusted, by its address and distance in hops (0: the direct connection). */
export type TrustProxy = (address: string, hop: number) => boolean

/**
 * The caller's address for connections outside Express, by the rule of `TRUST_PROXY` as Express
 * applies it.
 */
export function clientAddress(request: IncomingMessage, trusts: TrustProxy): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const forwardedFor = forwarded.split(',').flatMap((address) => address.trim() || [])
  const hops = [request.socket.remoteAddress ?? '', ...forwardedFor.reverse()]
  return hops.find((address, hop) => !trusts(address, hop)) ?? hops.at(-1) ?? ''
}
