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
