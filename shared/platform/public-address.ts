import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * IPv4 networks outside the open internet, by
 * https://www.iana.org/assignments/iana-ipv4-special-registry.
 */
const private4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  private4.addSubnet(network, bits, 'ipv4')
}

/**
 * Of IPv6 only global unicast is public, except networks that embed an IPv4 address and examples.
 */
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
const private6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  private6.addSubnet(network, bits, 'ipv6')
}

/**
 * Whether an IP address is on the open internet, and not this machine, its network or a cloud's
 * internal one.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !private4.check(address, 'ipv4')
  return version === 6 && public6.check(address, 'ipv6') && !private6.check(address, 'ipv6')
}

/**
 * Resolves a name to its public addresses. Used for the connection itself, so that the name cannot
 * resolve differently after the check. Fails with `ENOTPUBLIC` where it has none.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const addresses = found.filter(({ address }) => isPublicAddress(address))
    const [first] = addresses
    if (!first) return done(notPublic(hostname), '')
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

const notPublic = (hostname: string) =>
  Object.assign(new Error(`${hostname} has no public address`), { code: 'ENOTPUBLIC' })
