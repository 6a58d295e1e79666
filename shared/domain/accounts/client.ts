/** Where a session was opened, in as much detail as its owner needs to recognise it. */
export type Client = {
  /** The address without its last part (`49.37.112.x`), or empty. */
  address: string
  /** Browser and system (`Chrome on Android`), or empty. */
  device: string
}

/** For sessions that were not opened by a browser. */
export const unknownClient: Client = { address: '', device: '' }

export function clientOf(ip: string, userAgent: string): Client {
  return { address: shortAddress(ip), device: deviceOf(userAgent) }
}

/** The network, not the single connection: three of the four parts of IPv4, three of the eight of IPv6. */
function shortAddress(ip: string): string {
  const parts = /(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  if (parts) return `${parts[1]}.x`
  if (!ip.includes(':')) return ''
  const [network = ''] = ip.split('::')
  return `${network.split(':').slice(0, 3).join(':')}::x`
}

/** Most browsers name others too, so the first match counts. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns only our own words, never text from the header. */
function deviceOf(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  return [browser, system].filter(Boolean).join(' on ')
}
