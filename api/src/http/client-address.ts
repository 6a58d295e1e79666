import type { IncomingMessage } from 'node:http'

/** Whether a proxy's word is taken, by its address and how many hops it is away (0: who is connected to us). */
export type TrustProxy = (address: string, hop: number) => boolean

/** The caller's address, for what does not go through Express, by the rule of `TRUST_PROXY` as Express applies it. */
export function clientAddress(request: IncomingMessage, trusts: TrustProxy): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const told = forwarded.split(',').flatMap((address) => address.trim() || [])
  const hops = [request.socket.remoteAddress ?? '', ...told.reverse()]
  return hops.find((address, hop) => !trusts(address, hop)) ?? hops.at(-1) ?? ''
}
