import { callOnce } from './call-once.ts'
import type { VendorReply, VendorRequest } from './vendor-reply.ts'

/**
 * GETs `url` once, under the same rules as `callVendor`. Servers log addresses, so keys belong in a
 * header where the vendor accepts that.
 *
 * A purchase by GET must carry a reference under which the vendor delivers once. This client never
 * repeats a GET, but HTTP allows a proxy or the vendor's load balancer to do so, on any connection
 * (https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2). A vendor without such a reference is
 * bought from by POST, or not at all; the supplier contract tests include a proxy that repeats.
 */
export function callVendorByGet(request: VendorRequest): Promise<VendorReply> {
  return callOnce({ ...request, method: 'GET' })
}
