import { createHash } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type WebPush from 'web-push'
import { hostOf, isLoopback } from '../../platform/provider-addresses.ts'
import { lookupPublic } from '../../platform/public-address.ts'
import { causeCodes } from '../vendor-reply.ts'
import { isPublicKey, publicKeyOf } from './push-keys.ts'
import type { PushAddress, PushMessage, PushResult, PushSender } from './push-sender.ts'

type WebPushOptions = {
  /** 32 bytes in base64url. */
  privateKey: string
  /** Our contact for push services: `mailto:` or `https:`. */
  contact: string
  timeoutMs: number
  /** The origin of a simulator that is allowed in addition to public addresses; empty for none. */
  extraOrigin: string
}

/** How long the push service keeps a message for its browser, in seconds; later it is outdated. */
const ttlS = 24 * 3_600

/** Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed by our key (RFC 8292). */
export function createWebPush(options: WebPushOptions): PushSender {
  const publicKey = publicKeyOf(options.privateKey)
  const canSendTo = ({ endpoint, p256dh, auth }: PushAddress) =>
    pushEndpoint(endpoint, options.extraOrigin) !== undefined &&
    isPublicKey(p256dh) &&
    Buffer.from(auth, 'base64url').length === 16
  return {
    publicKey,
    canSendTo,
    async send(address, message) {
      if (!canSendTo(address)) return { kind: 'gone', message: 'This is no address of a push service.' }
      // Loaded with the first message: a shop without a key sends none.
      const webPush = await load()
      if (!webPush) return { kind: 'deferred', message: 'What encrypts messages could not be loaded.' }
      const signed = { subject: options.contact, publicKey, privateKey: options.privateKey }
      const encrypted = tryEncrypt(address, message, { webPush, signed })
      if (!encrypted) return { kind: 'gone', message: 'Nothing can be encrypted for this browser’s key.' }
      return pushResultOf(await post(encrypted, options), encrypted.url)
    },
  }
}

const load = (): Promise<typeof WebPush | undefined> =>
  import('web-push').then(
    (loaded) => loaded.default,
    () => undefined,
  )

type EncryptedMessage = { url: URL; headers: Record<string, string>; body: Buffer }

type EncryptionDeps = {
  webPush: typeof WebPush
  signed: { subject: string; publicKey: string; privateKey: string }
}

/** A key that the library rejects must not stop the mails that are sent together with it. */
function tryEncrypt(
  address: PushAddress,
  message: PushMessage,
  by: EncryptionDeps,
): EncryptedMessage | undefined {
  try {
    return encryptMessage(address, message, by)
  } catch {
    return undefined
  }
}

function encryptMessage(
  { endpoint, p256dh, auth }: PushAddress,
  message: PushMessage,
  { webPush, signed }: EncryptionDeps,
): EncryptedMessage {
  // A newer message with the same tag replaces one that is not delivered yet.
  const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, 32)
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: signed, topic, TTL: ttlS, urgency: 'high', contentEncoding: 'aes128gcm' },
  )
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { url: new URL(endpoint), headers: Object.fromEntries(texts), body: Buffer.from(body ?? '') }
}

type Answer = { status: number; retryAfter: string | undefined } | { failed: unknown; wasOpen: boolean }

/** Posts once, on a new connection, only to a public address, and follows no redirect. */
function post(
  { url, headers, body }: EncryptedMessage,
  { timeoutMs, extraOrigin }: WebPushOptions,
): Promise<Answer> {
  const isSimulator = extraOrigin !== '' && url.origin === new URL(extraOrigin).origin
  const isSecure = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    let wasOpen = false
    const lookup = isSimulator ? {} : { lookup: lookupPublic }
    const call = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      signal,
      headers,
      ...lookup,
    })
    call.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        wasOpen = true
      }),
    )
    call.on('response', (response) => {
      // Only the status matters, and the body may be long.
      response.destroy()
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
    })
    call.on('error', (failed) => resolve({ failed, wasOpen }))
    call.end(body)
  })
}

/** Messages name only the host: the full address gives access to a browser. */
function pushResultOf(answer: Answer, { host }: URL): PushResult {
  if ('failed' in answer) {
    const causes = causeCodes(answer.failed).join(', ') || 'no answer in time'
    if (causes.includes('ENOTPUBLIC')) return { kind: 'gone', message: `${host} is not on the internet.` }
    return answer.wasOpen
      ? { kind: 'unknown', message: `The connection to ${host} broke (${causes}).` }
      : { kind: 'deferred', message: `${host} could not be reached (${causes}).` }
  }
  const { status, retryAfter } = answer
  const message = `${host} answered HTTP ${status}.`
  if (status >= 200 && status < 300) return { kind: 'accepted', message }
  if (status === 404 || status === 410) return { kind: 'gone', message }
  // Both mean that it was not accepted (RFC 8030 §5, §8.4).
  if (status === 429 || status === 503) return { kind: 'deferred', message, ...retryDelay(retryAfter) }
  return { kind: status >= 500 ? 'unknown' : 'rejected', message }
}

const maxWaitMs = 3_600_000

function retryDelay(retryAfter: string | undefined): { waitMs?: number } {
  const seconds = Number(retryAfter)
  return seconds > 0 ? { waitMs: Math.min(seconds * 1_000, maxWaitMs) } : {}
}

/**
 * The address to send to, or undefined. It comes from a browser and is called from inside our
 * network, so it must be a named server on the open internet, by https at the default port (its
 * resolved address is checked when the connection is made).
 * @param extraOrigin the origin of a simulator that is allowed as well; empty for none
 */
function pushEndpoint(endpoint: string, extraOrigin: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  if (extraOrigin !== '' && url.origin === new URL(extraOrigin).origin) return url
  const host = hostOf(endpoint)
  const isSingleDocument =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const isName = isIP(host) === 0 && host.includes('.') && !isLoopback(host)
  return isSingleDocument && isName ? url : undefined
}
