import { isIP } from 'node:net'
import { hostOf, isLoopback } from '../../platform/provider-addresses.ts'

/**
 * The address to send to, where a browser's word for it may be taken: we call it from inside our network, so it leads to
 * a server with a name on the open internet, by https at its usual port (what its name leads to is looked at when the
 * connection is made). Undefined for anything else.
 * @param alsoTo the origin of a stand-in that is taken as well; empty for none
 */
export function pushEndpoint(endpoint: string, alsoTo: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  if (alsoTo !== '' && url.origin === new URL(alsoTo).origin) return url
  const host = hostOf(endpoint)
  const isSingleDocument = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const isName = isIP(host) === 0 && host.includes('.') && !isLoopback(host)
  return isSingleDocument && isName ? url : undefined
}
