import { isRandom } from './is-random.ts'
import { hostOf, isLoopback } from './provider-addresses.ts'

type SecuritySettings = {
  TRUST_PROXY: number | string[]
  CORS_ORIGINS: string[]
  SECRET_KEY_PREVIOUS: string
  MONGODB_URI: string
  REDIS_URL: string
  SMTP_URL: string
}

/** More trusted hops than any deployment has would let a caller forge its address. */
const maxHops = 5
/** Shortest prefix length of a network that can be private, in bits. */
const minPrefixBits = { v4: 8, v6: 16 } as const

/** Insecure settings, one sentence each with what to do. No sentence repeats a value. */
export function insecureSettings(env: SecuritySettings): string[] {
  return [
    ...(isWide(env.TRUST_PROXY)
      ? ['TRUST_PROXY trusts strangers: name the proxies in front of us, or how many there are, at most 5.']
      : []),
    ...(env.CORS_ORIGINS.some((origin) => origin.startsWith('http://'))
      ? [
          'CORS_ORIGINS must be https:// origins: over http an attacker on the network can change the page that calls us.',
        ]
      : []),
    ...(env.SECRET_KEY_PREVIOUS !== '' && !isRandom(Buffer.from(env.SECRET_KEY_PREVIOUS, 'base64'))
      ? ['SECRET_KEY_PREVIOUS is not random: what it encrypted can be read. Leave it empty.']
      : []),
    ...(isMongoOpen(env.MONGODB_URI) ? ['MONGODB_URI has no password: set a user and a password.'] : []),
    ...(hasPassword(env.REDIS_URL) ? [] : ['REDIS_URL has no password: set one.']),
    ...(isMailOpen(env.SMTP_URL)
      ? [
          'SMTP_URL must start with smtps://, or end with ?requireTLS=true: else its password is sent in clear text.',
        ]
      : []),
  ]
}

const isWide = (trusted: number | string[]): boolean =>
  typeof trusted === 'number' ? trusted > maxHops : trusted.some(isWideNetwork)

function isWideNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && Number(bits) < minPrefixBits[address.includes(':') ? 'v6' : 'v4']
}

/** `//user:password@`, in any scheme and before any number of hosts. */
const hasPassword = (address: string): boolean => /^[a-z+-]+:\/\/[^/@]*:[^/@]+@/.test(address)

/** Certificates and cloud identities need no password. */
const isMongoOpen = (address: string): boolean =>
  !hasPassword(address) && !/[?&]authMechanism=(MONGODB-X509|MONGODB-AWS|MONGODB-OIDC|GSSAPI)\b/.test(address)

/** Local and missing mail servers are reported by `productionProblems`. */
const isMailOpen = (address: string): boolean =>
  address.startsWith('smtp://') &&
  hostOf(address) !== '' &&
  !isLoopback(hostOf(address)) &&
  !/[?&]requireTLS=true\b/.test(address)
