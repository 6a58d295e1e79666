import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'

/** A browser's own half of a subscription, in base64url. */
export type BrowserKeys = { privateKey: string; auth: string }

const bytes = (text: string) => Buffer.from(text, 'base64url')
type Derived = { salt: Buffer; info: Buffer | string; length: number }
const derive = (key: Buffer, { salt, info, length }: Derived) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/**
 * Decrypts a push message as a browser does (RFC 8291, one record of `aes128gcm`, RFC 8188).
 * @throws when it cannot be decrypted
 */
export function openMessage(body: Buffer, { privateKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const key = derive(own.computeSecret(sender), { salt: bytes(auth), info, length: 32 })
  const nonce = derive(key, { salt, info: 'Content-Encoding: nonce\0', length: 12 })
  const secret = derive(key, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 })
  const decipher = createDecipheriv('aes-128-gcm', secret, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a two and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/**
 * The public key that signed a push for this service and at this time (RFC 8292); undefined without a valid
 * signature.
 */
export function signerOf(authorization: string, origin: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(key)
  if (point.length !== 65) return undefined
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature)))
    return undefined
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString()) as Record<string, unknown>
  const left = Number(exp) - Date.now() / 1_000
  const isFit = aud === origin && left > 0 && left <= 24 * 3_600 && /^(mailto|https):/.test(String(sub))
  return isFit ? key : undefined
}
