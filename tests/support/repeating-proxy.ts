import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An intermediary between the shop and a vendor: it forwards twice whatever HTTP allows to repeat
 * automatically (https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2), returns the second reply, and
 * forwards a POST once.
 * @param target the vendor's address, without a slash at the end
 */
export async function repeatingProxy(target: string): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const sendOn = await forwarder(target, request)
    if (request.method !== 'POST') await sendOn()
    const { status, text } = await sendOn()
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
  }
}

const ownToOneHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])

async function forwarder(target: string, request: IncomingMessage) {
  const { method = 'GET', url = '', headers } = request
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  const forwarded = Object.entries(headers).filter(([name]) => !ownToOneHop.has(name))
  return async () => {
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: Object.fromEntries(forwarded) as Record<string, string>,
      ...(method === 'POST' ? { body: Buffer.concat(parts) } : {}),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
