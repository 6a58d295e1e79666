import { hostOf, isLoopback } from '../platform/hosts.ts'
import { everyVendor, type VendorAddress } from './vendors.ts'

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
