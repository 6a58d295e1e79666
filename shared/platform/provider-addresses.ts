import { everyVendor, type VendorAddress } from '../providers/vendors.ts'

export type ProviderAddresses = Partial<Record<VendorAddress, string | undefined>>

/**
 * The titles of the providers whose address is not on this machine or in its containers. An address
 * that is not set is the provider's own; an optional provider without an address is off.
 */
export function productionHosts(env: ProviderAddresses): string[] {
  return everyVendor.flatMap(({ title, address, isOptional }) => {
    if (isOptional && !env[address]) return []
    const host = hostOf(env[address] ?? '')
    // Hosts of a container network have names without a dot; hosts of the internet do not.
    return isLoopback(host) || /^[a-z0-9_-]+$/.test(host) ? [] : [title]
  })
}

/** The host of an address, in lower case and without brackets; empty when there is none. */
export function hostOf(address: string): string {
  if (!URL.canParse(address)) return ''
  return new URL(address).hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/**
 * Whether a host always means this machine: loopback names and addresses, and the unspecified ones.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^::ffff:/, '')
  if (/^(127\.\d+\.\d+\.\d+|7f[0-9a-f]{2}:[0-9a-f]{1,4}|0\.0\.0\.0|::1?)$/.test(address)) return true
  return host === 'localhost' || host.endsWith('.localhost')
}
