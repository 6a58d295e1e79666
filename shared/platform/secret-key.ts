import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What keys are derived for. A key for one opens nothing of another. */
export type SecretPurpose =
  | 'otp'
  | 'account-notification'
  | 'second-factor'
  | 'log'
  | 'vault'
  | 'request'
  | 'device'
  | 'owner-change'
  | 'proof-of-work'

/** Both 32 bytes in base64; the one before may be empty. */
export type SecretEnv = { SECRET_KEY: string; SECRET_KEY_PREVIOUS: string }

/** What is read again: for whom it is (bound to it, so that it can't be moved to another document), and the text. */
type Secret = { purpose: SecretPurpose; about: string }

/** AES-256-GCM under the key of now: `keyId.iv.text.tag`. */
export function encrypt(env: SecretEnv, { purpose, about }: Secret, text: string): string {
  const key = derive(env.SECRET_KEY, purpose)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [idOf(key), ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}

/** The text that was sealed under the key of now or the one before; undefined for anything else. */
export function decrypt(env: SecretEnv, { purpose, about }: Secret, sealed: string): string | undefined {
  const [id, ...parts] = sealed.split('.')
  const key = keysOf(env, purpose).find((one) => idOf(one) === id)
  const [iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (!key || !iv || !text || !tag) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Whether it was sealed under the key of now, and not under one before. */
export function isCurrentKey(env: SecretEnv, purpose: SecretPurpose, sealed: string): boolean {
  return sealed.startsWith(`${encryptionKeyId(env.SECRET_KEY, purpose)}.`)
}

/** What a text that is sealed under this secret begins with: it tells keys apart and gives nothing of them away. */
export const encryptionKeyId = (secret: string, purpose: SecretPurpose): string =>
  idOf(derive(secret, purpose))

/** HMAC-SHA-256 under the key of now: how a short code is stored, which a plain hash would not hide. */
export function macOf(env: SecretEnv, purpose: SecretPurpose, text: string): string {
  return mac(derive(env.SECRET_KEY, purpose), text).toString('base64url')
}

/** Whether `stored` is this text's, made under the key of now or the one before. */
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
  [env.SECRET_KEY, env.SECRET_KEY_PREVIOUS].flatMap((secret) => (secret ? [derive(secret, purpose)] : []))

const derive = (secret: string, purpose: SecretPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', `jhatpat/${purpose}`, 32))

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const idOf = (key: Buffer) =>
  createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8)
