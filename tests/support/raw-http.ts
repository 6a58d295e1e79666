import { connect } from 'node:net'

/** Sends this text on a connection of its own and returns all that came until it was closed. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let reply = ''
    socket.on('data', (part) => {
      reply += String(part)
    })
    socket.on('close', () => resolve(reply)).on('error', reject)
    socket.write(text)
  })
}

type RawRequest = { headers?: Record<string, string>; method?: string; body?: string }

/** `fetch` would change the path, and send no header of the connection. */
export function requestRaw(
  port: number,
  path: string,
  { headers = {}, method = 'GET', body = '' }: RawRequest = {},
): Promise<string> {
  const length: Record<string, string> = body === '' ? {} : { 'Content-Length': String(body.length) }
  const all = Object.entries({ Host: 'a', Connection: 'close', ...length, ...headers })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Of a reply as it came. */
export const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0)
