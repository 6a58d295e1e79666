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
  /** Whom a push service asks when something is wrong with us: `mailto:` or `https:`. */
  contact: string
  timeoutMs: number
  /** The origin of a stand-in that is sent to beside public addresses; empty for none. */
  alsoTo: string
}

/** A message that its browser has not fetched by then helps nobody, in seconds. */
const keptForS = 24 * 3_600

/** Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed by our key (RFC 8292). */
export function createWebPush(options: WebPushOptions): PushSender {
  const publicKey = publicKeyOf(options.privateKey)
  const canSendTo = ({ endpoint, p256dh, auth }: PushAddress) =>
    pushEndpoint(endpoint, options.alsoTo) !== undefined &&
    isPublicKey(p256dh) &&
    Buffer.from(auth, 'base64url').length === 16
  return {
    publicKey,
    canSendTo,
    async send(address, news) {
      if (!canSendTo(address)) return { kind: 'gone', message: 'This is no address of a push service.' }
      // Loaded with the first message: a shop without a key sends none.
      const webPush = await load()
      if (!webPush) return { kind: 'deferred', message: 'What encrypts messages could not be loaded.' }
      const signed = { subject: options.contact, publicKey, privateKey: options.privateKey }
      const sealed = sealOrNot(address, news, { webPush, signed })
      if (!sealed) return { kind: 'gone', message: 'Nothing can be encrypted for this browser’s key.' }
      return answerOf(await post(sealed, options), sealed.url)
    },
  }
}

const load = (): Promise<typeof WebPush | undefined> =>
  import('web-push').then(
    (loaded) => loaded.default,
    () => undefined,
  )

type Sealed = { url: URL; headers: Record<string, string>; body: Buffer }

type Sealing = {
  webPush: typeof WebPush
  signed: { subject: string; publicKey: string; privateKey: string }
}

/** A key that the library takes for none would else stop the mails that go out beside it. */
function sealOrNot(address: PushAddress, news: PushMessage, by: Sealing): Sealed | undefined {
  try {
    return seal(address, news, by)
  } catch {
    return undefined
  }
}

function seal(
  { endpoint, p256dh, auth }: PushAddress,
  news: PushMessage,
  { webPush, signed }: Sealing,
): Sealed {
  // A newer message of the same matter takes the place of one that is still on its way.
  const topic = createHash('sha256').update(news.tag).digest('base64url').slice(0, 32)
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(news),
    { vapidDetails: signed, topic, TTL: keptForS, urgency: 'high', contentEncoding: 'aes128gcm' },
  )
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { url: new URL(endpoint), headers: Object.fromEntries(texts), body: Buffer.from(body ?? '') }
}

type Answer = { status: number; retryAfter: string | undefined } | { failed: unknown; wasOpen: boolean }

/** Once, on a connection of its own, to a public address alone, and following no redirect. */
function post({ url, headers, body }: Sealed, { timeoutMs, alsoTo }: WebPushOptions): Promise<Answer> {
  const isStandIn = alsoTo !== '' && url.origin === new URL(alsoTo).origin
  const isSecure = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    let wasOpen = false
    const lookup = isStandIn ? {} : { lookup: lookupPublic }
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
      // What it says beside its number is of no use, and may be long.
      response.destroy()
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
    })
    call.on('error', (failed) => resolve({ failed, wasOpen }))
    call.end(body)
  })
}

/** The service's name alone is told: its address opens a browser. */
function answerOf(answer: Answer, { host }: URL): PushResult {
  if ('failed' in answer) {
    const told = causeCodes(answer.failed).join(', ') || 'no answer in time'
    if (told.includes('ENOTPUBLIC')) return { kind: 'gone', message: `${host} is not on the internet.` }
    return answer.wasOpen
      ? { kind: 'unknown', message: `The connection to ${host} broke (${told}).` }
      : { kind: 'deferred', message: `${host} could not be reached (${told}).` }
  }
  const { status, retryAfter } = answer
  const message = `${host} answered HTTP ${status}.`
  if (status >= 200 && status < 300) return { kind: 'accepted', message }
  if (status === 404 || status === 410) return { kind: 'gone', message }
  // Both say that it was not taken (RFC 8030 §5, §8.4).
  if (status === 429 || status === 503) return { kind: 'deferred', message, ...waitOf(retryAfter) }
  return { kind: status >= 500 ? 'unknown' : 'rejected', message }
}

const longestWaitMs = 3_600_000

function waitOf(retryAfter: string | undefined): { waitMs?: number } {
  const seconds = Number(retryAfter)
  return seconds > 0 ? { waitMs: Math.min(seconds * 1_000, longestWaitMs) } : {}
}

/**
 * The address to send to, where a browser's word for it may be taken: we call it from inside our network, so it leads to
 * a server with a name on the open internet, by https at its usual port (what its name leads to is looked at when the
 * connection is made). Undefined for anything else.
 * @param alsoTo the origin of a stand-in that is taken as well; empty for none
 */
function pushEndpoint(endpoint: string, alsoTo: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  if (alsoTo !== '' && url.origin === new URL(alsoTo).origin) return url
  const host = hostOf(endpoint)
  const isSingleDocument =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const isName = isIP(host) === 0 && host.includes('.') && !isLoopback(host)
  return isSingleDocument && isName ? url : undefined
}
