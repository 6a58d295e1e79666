import { createECDH, ECDH } from 'node:crypto'

const curve = 'prime256v1'

/** A new private key for Web Push, 32 bytes in base64url. */
export function newPushKey(): string {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  const key = ecdh.getPrivateKey()
  // Node drops leading zeros.
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

/** The public half of our key. @throws when it is not a key of the curve */
export function publicKeyOf(privateKey: string): string {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(privateKey, 'base64url')
  return ecdh.getPublicKey('base64url')
}

/** Whether a browser's key is a point of the curve; only such a key can be encrypted for. */
export function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url', 'base64url', 'uncompressed')
    return Buffer.from(key, 'base64url').length === 65
  } catch {
    return false
  }
}
