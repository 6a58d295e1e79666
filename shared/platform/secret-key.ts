import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What keys are derived for. A key for one purpose decrypts nothing of another. */
export type SecretPurpose =
  | 'otp'
  | 'account-notification'
  | 'second-factor'
  | 'log'
  | 'vault'
  | 'delivered-code'
  | 'request'
  | 'device'
  | 'owner-change'
  | 'proof-of-work'
  | 'backup'
  | 'person-key'

/** Both 32 bytes in base64; the previous one may be empty. */
export type SecretEnv = { SECRET_KEY: string; SECRET_KEY_PREVIOUS: string }

/**
 * The purpose, and the document that the text belongs to (as additional data, so that it cannot be
 * moved to another document).
 */
type Secret = { purpose: SecretPurpose; about: string }

/** AES-256-GCM under the current key: `keyId.iv.text.tag`. */
export function encrypt(env: SecretEnv, { purpose, about }: Secret, text: string): string {
  const key = keyFor(env.SECRET_KEY, purpose)
  return `${idOf(key)}.${encryptWith(key, about, text)}`
}

/** AES-256-GCM under a key of 32 bytes: `iv.text.tag`. */
export function encryptWith(key: Buffer, about: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

/**
 * The text, if it was encrypted under the current or the previous key; undefined for anything else.
 */
export function decrypt(env: SecretEnv, { purpose, about }: Secret, encrypted: string): string | undefined {
  const [id, ...parts] = encrypted.split('.')
  const key = keysOf(env, purpose).find((one) => idOf(one) === id)
  return key && decryptWith(key, about, parts.join('.'))
}

/** The text, if it was encrypted under this key; undefined for anything else. */
export function decryptWith(key: Buffer, about: string, encrypted: string): string | undefined {
  const [iv, text, tag] = encrypted.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || !text || !tag) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Whether it was encrypted under the current key. */
export function isCurrentKey(env: SecretEnv, purpose: SecretPurpose, encrypted: string): boolean {
  return encrypted.startsWith(`${encryptionKeyId(env.SECRET_KEY, purpose)}.`)
}

/** The start of texts encrypted under this secret: identifies the key without revealing it. */
export const encryptionKeyId = (secret: string, purpose: SecretPurpose): string =>
  idOf(keyFor(secret, purpose))

/** HMAC-SHA-256 under the current key, to store a short code, which a plain hash would not hide. */
export function macOf(env: SecretEnv, purpose: SecretPurpose, text: string): string {
  return mac(keyFor(env.SECRET_KEY, purpose), text).toString('base64url')
}

/** As `macOf`, under the current and then the previous key, if there is one: to find what either has stored. */
export const macsOf = (env: SecretEnv, purpose: SecretPurpose, text: string): string[] =>
  keysOf(env, purpose).map((key) => mac(key, text).toString('base64url'))

/** Whether `stored` is the MAC of this text under the current or the previous key. */
export function isMacOf(
  env: SecretEnv,
  { purpose, stored }: { purpose: SecretPurpose; stored: string },
  text: string,
): boolean {
  const expected = Buffer.from(stored, 'base64url')
  return keysOf(env, purpose)
    .map((key) => mac(key, text))
    .some((found) => found.length === expected.length && timingSafeEqual(found, expected))
}

const keysOf = (env: SecretEnv, purpose: SecretPurpose): Buffer[] =>
  [env.SECRET_KEY, env.SECRET_KEY_PREVIOUS].flatMap((secret) => (secret ? [keyFor(secret, purpose)] : []))

const derivedKeys = new Map<string, Buffer>()

/** Kept, because deriving a key takes longer than using it. A process has few secrets and purposes. */
function keyFor(secret: string, purpose: SecretPurpose): Buffer {
  const name = [purpose, secret].join(' ')
  const key = derivedKeys.get(name) ?? derive(secret, purpose)
  derivedKeys.set(name, key)
  return key
}

const derive = (secret: string, purpose: SecretPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', `jhatpat/${purpose}`, 32))

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const idOf = (key: Buffer) =>
  createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8)
