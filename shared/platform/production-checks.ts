import {
  everyVendor,
  type KeyForm,
  type NamedVendor,
  type VendorAddress,
  type VendorKey,
} from '../providers/vendors.ts'
import { hostOf, isLoopback } from './provider-addresses.ts'

const ownAddresses = ['MAIL_FROM', 'SECURITY_CONTACT', 'SUPPORT_CONTACT'] as const

type Settings = Record<
  | 'PUBLIC_URL'
  | 'SECRET_KEY'
  | 'PUSH_EXTRA_ORIGIN'
  | (typeof ownAddresses)[number]
  | VendorAddress
  | VendorKey,
  string
> &
  SecuritySettings & {
    SIMULATED_PROVIDERS: boolean
    ADMIN_SECOND_FACTOR: string
  }

/**
 * What is wrong with these settings for a real shop: one sentence each that says what to do and
 * never repeats a value. The settings must have been parsed by the schema.
 */
export function productionProblems(env: Settings): string[] {
  return [
    ...publicUrlProblems(env),
    ...(env.SIMULATED_PROVIDERS ? ['SIMULATED_PROVIDERS must be false in production.'] : []),
    ...(env.PUSH_EXTRA_ORIGIN === ''
      ? []
      : ['PUSH_EXTRA_ORIGIN must be empty: it lets browsers send us inside.']),
    ...everyVendor.flatMap((vendor) => vendorProblems(vendor, env)),
    ...(env.ADMIN_SECOND_FACTOR === 'optional'
      ? ['ADMIN_SECOND_FACTOR must be required in production.']
      : []),
    ...(isRandom(Buffer.from(env.SECRET_KEY, 'base64'))
      ? []
      : ['SECRET_KEY is not random: make one with openssl rand -base64 32.']),
    ...keysOfForm('secret', 'uuid')
      .filter((name) => isSimulatorKey(env[name]))
      .map((name) => `${name} is a simulator's, which everyone can read: set that of your account.`),
    ...[...keysOfForm('email'), ...ownAddresses]
      .filter((name) => !isPublicDomain(env[name]))
      .map((name) => `${name} is at a domain that is only for examples: set your own address.`),
    ...insecureSettings(env),
  ]
}

function keysOfForm(...forms: KeyForm[]): VendorKey[] {
  const keys = everyVendor.flatMap((vendor) => Object.entries(vendor.keys))
  return keys.flatMap(([name, form]) => (forms.includes(form) ? [name as VendorKey] : []))
}

function publicUrlProblems({ PUBLIC_URL: address }: Settings): string[] {
  const isReal = address.startsWith('https://') && !isLoopback(hostOf(address))
  return isReal ? [] : ['PUBLIC_URL must be the https:// address that customers open.']
}

/** An optional vendor has either all of its settings or none. */
function vendorProblems({ address, keys, isOptional }: NamedVendor, env: Settings): string[] {
  if (!isOptional) return providerProblems(address, env[address])
  const names = [address, ...(Object.keys(keys) as VendorKey[])]
  const missing = names.filter((name) => env[name] === '')
  if (missing.length === names.length) return []
  if (missing.length > 0) return [`${missing[0]} is missing: set all of ${names.join(', ')}, or none.`]
  return providerProblems(address, env[address])
}

function providerProblems(name: string, address: string): string[] {
  const host = hostOf(address)
  if (host === '') return [`${name} names no server: correct it.`]
  if (isLoopback(host)) {
    return [`${name} is on this machine, where only a simulator answers: set the provider's address.`]
  }
  if (address.startsWith('http://')) {
    return [`${name} must start with https://: over http anyone on the way reads its keys.`]
  }
  return []
}

/** The simulators' published keys begin with `simulated-` or with zeros. */
const isSimulatorKey = (key: string) => key.startsWith('simulated-') || key.startsWith('00000000-')

/**
 * Whether the domain is not reserved for examples (RFC 2606). Takes a mail address, also with a
 * name, a `mailto:` address or a page.
 */
export const isPublicDomain = (address: string): boolean => {
  const domain = address.startsWith('https://') ? hostOf(address) : address.replace(/\?.*$|>?\s*$/g, '')
  return !/(^|[@.])(test|example|invalid|localhost|example\.(com|net|org))$/i.test(domain)
}

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
function insecureSettings(env: SecuritySettings): string[] {
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

/**
 * Whether 32 bytes may have come from a random source. Random bytes, and the differences between
 * them, practically never have fewer than 20 different values; repeated bytes, words and counted
 * rows do.
 */
function isRandom(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0))
  return new Set(bytes).size >= 20 && new Set(steps).size >= 20
}
