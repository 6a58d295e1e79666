import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  causeCodes,
  inTime,
  lateReply,
  neverOpened,
  readReply,
  sortFailure,
  type VendorReply,
  type VendorRequest,
} from './vendor-reply.ts'

/**
 * GETs `url` once, under the same rules as `callVendor`, on a connection of its own. Whoever knows the address knows
 * what it says, and servers log it: keys belong in a header where the vendor takes them there.
 *
 * A purchase by GET must carry a reference under which the vendor delivers once. This client never repeats a GET, but
 * HTTP lets whatever stands between (a proxy, the vendor's own load balancer) do so by itself
 * (https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2). A vendor without such a reference is bought from by POST, or
 * not at all; the suppliers' battery has a proxy that repeats.
 */
export function callVendorByGet(request: VendorRequest): Promise<VendorReply> {
  return inTime(request, () => get(request))
}

async function get(request: VendorRequest): Promise<VendorReply> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  const connection = { isOpen: false }
  try {
    const response = await send(request, signal, connection)
    return await readReply(response.statusCode ?? 0, response)
  } catch (error) {
    if (!connection.isOpen) return neverOpened(signal.aborted ? 'too slow' : causeCodes(error).join(', '))
    return signal.aborted ? lateReply(request) : sortFailure(error, request)
  }
}

/**
 * Not by `fetch`, which asks again after HTTP 421 and can only be kept from it where there is a body; nor on a
 * connection that was open before, which the vendor may be closing while the request is on its way.
 */
function send(
  { url, headers }: VendorRequest,
  signal: AbortSignal,
  connection: { isOpen: boolean },
): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:')
  return new Promise((resolve, reject) => {
    const call = (isSecure ? requestHttps : requestHttp)(url, {
      ...{ agent: false, signal },
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    call.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        connection.isOpen = true
      }),
    )
    call.on('response', resolve).on('error', reject)
    call.end()
  })
}
