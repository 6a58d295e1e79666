import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Examples of RFC 9637, which ipaddr.js counts as unicast. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20')
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address belongs to the open internet, and not to this machine, its network or a cloud's inside. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(globalUnicast) && !parsed.match(documentation)
}

/**
 * Resolves a name and answers its public addresses alone, in one step, so that a second lookup cannot answer others.
 * Fails with `ENOTPUBLIC` where it has none.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const open = found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return done(notPublic(hostname), '')
    if (options.all) return done(null, open)
    done(null, first.address, first.family)
  })
}

const notPublic = (hostname: string) =>
  Object.assign(new Error(`${hostname} has no public address`), { code: 'ENOTPUBLIC' })
