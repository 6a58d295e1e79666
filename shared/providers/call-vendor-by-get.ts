import { callOnce } from './call-once.ts'
import type { VendorReply, VendorRequest } from './vendor-reply.ts'

/**
 * GETs `url` once, under the same rules as `callVendor`, on a connection of its own: one that was open before may be
 * closed by the vendor while the request is on its way. Servers log addresses: keys belong in a header where the vendor
 * accepts them there.
 *
 * A purchase by GET must carry a reference under which the vendor delivers once. This client never repeats a GET, but
 * HTTP allows a proxy or the vendor's own load balancer to do so
 * (https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2). A vendor without such a reference is bought from by POST, or
 * not at all; the suppliers' battery has a proxy that repeats.
 */
export function callVendorByGet(request: VendorRequest): Promise<VendorReply> {
  return callOnce({ ...request, method: 'GET', canReuseConnection: false })
}
