import { isRandom } from './is-random.ts'
import { hostOf, isThisMachine } from './provider-addresses.ts'

type Doors = {
  TRUST_PROXY: number | string[]
  CORS_ORIGINS: string[]
  SECRET_KEY_BEFORE: string
  MONGODB_URI: string
  REDIS_URL: string
  SMTP_URL: string
}

/** More stand in front of no shop, and callers would name their own address. */
const hopsAtMost = 5
/** The widest network that may be one's own, in bits. */
const narrowEnough = { v4: 8, v6: 16 } as const

/** Settings by which strangers come in, each a sentence that says what to do and never repeats a value. */
export function openDoors(env: Doors): string[] {
  return [
    ...(isWide(env.TRUST_PROXY)
      ? ['TRUST_PROXY trusts strangers: name the proxies in front of us, or how many there are, at most 5.']
      : []),
    ...(env.CORS_ORIGINS.some((origin) => origin.startsWith('http://'))
      ? ['CORS_ORIGINS must be https:// origins: over http anyone on the way writes the page that calls us.']
      : []),
    ...(env.SECRET_KEY_BEFORE !== '' && !isRandom(Buffer.from(env.SECRET_KEY_BEFORE, 'base64'))
      ? ['SECRET_KEY_BEFORE is not random: what it sealed is open. Leave it empty.']
      : []),
    ...(isMongoOpen(env.MONGODB_URI) ? ['MONGODB_URI has no password: set a user and a password.'] : []),
    ...(hasPassword(env.REDIS_URL) ? [] : ['REDIS_URL has no password: set one.']),
    ...(isMailOpen(env.SMTP_URL)
      ? [
          'SMTP_URL must start with smtps://, or end with ?requireTLS=true: else its password goes in the clear.',
        ]
      : []),
  ]
}

const isWide = (trusted: number | string[]): boolean =>
  typeof trusted === 'number' ? trusted > hopsAtMost : trusted.some(isWideNetwork)

function isWideNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && Number(bits) < narrowEnough[address.includes(':') ? 'v6' : 'v4']
}

/** `//user:password@`, in whatever scheme and before however many hosts. */
const hasPassword = (address: string): boolean => /^[a-z+-]+:\/\/[^/@]*:[^/@]+@/.test(address)

/** Certificates and cloud identities do without one. */
const isMongoOpen = (address: string): boolean =>
  !hasPassword(address) && !/[?&]authMechanism=(MONGODB-X509|MONGODB-AWS|MONGODB-OIDC|GSSAPI)\b/.test(address)

/** What is no server of others is told of elsewhere. */
const isMailOpen = (address: string): boolean =>
  address.startsWith('smtp://') &&
  hostOf(address) !== '' &&
  !isThisMachine(hostOf(address)) &&
  !/[?&]requireTLS=true\b/.test(address)
