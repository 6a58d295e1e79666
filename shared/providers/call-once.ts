import { type IncomingMessage, Agent as PlainAgent, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { retryAfterMs } from './retry-after.ts'
import {
  causeCodes,
  classifyFailure,
  readReply,
  replyWithin,
  timeoutReply,
  unavailableReply,
  type VendorReply,
  type VendorRequest,
} from './vendor-reply.ts'

export type Call = VendorRequest & {
  method: 'GET' | 'POST'
  body?: string
}

/**
 * Makes one HTTP call and never repeats it, whatever the answer. `fetch` is not used: it repeats a
 * request after HTTP 421 (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch), and does not
 * report whether a TLS handshake had ended before it failed.
 * @returns `unavailable` only where the connection, with its TLS handshake, was never established:
 * until then Node writes no byte of the request
 */
export function callOnce(call: Call): Promise<VendorReply> {
  return replyWithin(call, () => sendOnce(call))
}

async function sendOnce(call: Call): Promise<VendorReply> {
  const signal = AbortSignal.timeout(call.timeoutMs)
  const connection = { isOpen: false }
  try {
    const response = await send(call, signal, connection)
    return response.statusCode === 429
      ? rateLimitedReply(response)
      : await readReply(response.statusCode ?? 0, decompressed(response))
  } catch (error) {
    if (!connection.isOpen)
      return unavailableReply(signal.aborted ? 'too slow' : causeCodes(error).join(', '))
    return signal.aborted ? timeoutReply(call) : classifyFailure(error)
  }
}

/**
 * Shorter than the 5 s after which many servers close an idle connection, so that no call is sent
 * at that moment.
 */
const idleMs = 4_000

const agents = {
  'http:': new PlainAgent({ keepAlive: true, timeout: idleMs }),
  'https:': new SecureAgent({ keepAlive: true, timeout: idleMs }),
}

function send(
  { url, method, headers, body }: Call,
  signal: AbortSignal,
  connection: { isOpen: boolean },
): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:')
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      agent: agents[isSecure ? 'https:' : 'http:'],
      signal,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    request.once('socket', (socket) => {
      const opened = () => {
        connection.isOpen = true
      }
      if (request.reusedSocket) opened()
      else socket.once(isSecure ? 'secureConnect' : 'connect', opened)
    })
    request.on('response', resolve).on('error', reject)
    request.end(body)
  })
}

/** The body is ignored: the request was rejected before it was processed. */
function rateLimitedReply(response: IncomingMessage): VendorReply {
  response.destroy()
  const { date, 'retry-after': retryAfter } = response.headers
  const sentAt = Date.parse(date ?? '')
  const ms = retryAfterMs(retryAfter, Number.isNaN(sentAt) ? new Date() : new Date(sentAt))
  return {
    kind: 'rate_limited',
    message: `It asked us to slow down for ${ms / 1_000} s (HTTP 429).`,
    retryAfterMs: ms,
  }
}

/**
 * Some servers compress although `identity` was requested, and a reply that cannot be read is a
 * lost purchase.
 */
function decompressed(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const create = decoders.get(encoding)
  if (!create) return response
  const decoder = create()
  response.once('error', (error) => decoder.destroy(error))
  decoder.once('close', () => response.destroy())
  return response.pipe(decoder)
}

const decoders = new Map([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
])
