import {
  everyVendor,
  type KeyForm,
  type NamedVendor,
  type VendorAddress,
  type VendorKey,
} from '../providers/vendors.ts'
import { isRandom } from './is-random.ts'
import { insecureSettings } from './open-doors.ts'
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
  Parameters<typeof insecureSettings>[0] & {
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
    ...(env.SIMULATED_PROVIDERS
      ? ['SIMULATED_PROVIDERS must be false: in production nothing is simulated.']
      : []),
    ...(env.PUSH_EXTRA_ORIGIN === ''
      ? []
      : ['PUSH_EXTRA_ORIGIN must be empty: it lets browsers send us inside.']),
    ...everyVendor.flatMap((vendor) => vendorProblems(vendor, env)),
    ...(env.ADMIN_SECOND_FACTOR === 'optional'
      ? ['ADMIN_SECOND_FACTOR must not be optional: in production no admin works without one.']
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
