/** Where a session was opened: as much of it as its owner needs to know it again. */
export type Client = {
  /** Without its last part (`49.37.112.x`), or empty. */
  address: string
  /** Browser and system (`Chrome on Android`), or empty. */
  device: string
}

/** Of sessions that no browser opened. */
export const unknownClient: Client = { address: '', device: '' }

export function clientOf(ip: string, userAgent: string): Client {
  return { address: shortAddress(ip), device: deviceOf(userAgent) }
}

/** Someone's network, not their line: three of IPv4's four parts, three of IPv6's eight. */
function shortAddress(ip: string): string {
  const parts = /(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  if (parts) return `${parts[1]}.x`
  if (!ip.includes(':')) return ''
  const [network = ''] = ip.split('::')
  return `${network.split(':').slice(0, 3).join(':')}::x`
}

/** Most browsers name others too, so the first that fits is meant. */
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

/** What stands here is one of our own words, whatever was sent. */
function deviceOf(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([, form]) => form.test(userAgent))?.[0],
  )
  return [browser, system].filter(Boolean).join(' on ')
}
