import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { callVendor, tellVendorText } from './call-vendor.ts'
import { callVendorByGet } from './call-vendor-by-get.ts'

const request = { headers: {}, timeoutMs: 200 }
const slowly = { timeoutMs: 10_000 }

describe.each([
  ['POST', (url: string, more = {}) => callVendor({ ...request, ...more, url, body: 'x' })],
  ['GET', (url: string, more = {}) => callVendorByGet({ ...request, ...more, url })],
])('a vendor that is called by %s', (method, call) => {
  let server: Server
  const listen = async (answer: RequestListener) => {
    server = createServer(answer)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const close = () => new Promise<unknown>((done) => server.close(done).closeAllConnections())
  afterEach(() => close())

  it('knows that a refused connection never reached the vendor', async () => {
    const url = await listen(() => {})
    await close()
    expect(await call(url)).toMatchObject({ kind: 'unreachable' })
  })

  it('calls a time-out lost, even in the middle of the reply', async () => {
    const url = await listen((_request, response) => void response.write('{'))
    expect(await call(url)).toEqual({ kind: 'lost', message: 'No answer within 0.2 s.' })
  })

  it('calls a reset lost', async () => {
    const url = await listen((request) => request.socket.resetAndDestroy())
    expect(await call(url)).toMatchObject({ kind: 'lost' })
  })

  it('does not follow a redirect with the keys in its body', async () => {
    const asked: (string | undefined)[] = []
    const url = await listen((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await call(url)).toMatchObject({ kind: 'nonsense' })
    expect(asked).toEqual(['/'])
  })

  it.each([421, 401, 408, 425, 503])('asks once when the answer is HTTP %i', async (status) => {
    const asked: unknown[] = []
    const url = await listen((request, response) => {
      asked.push([request.method, request.headers['content-length']])
      request.resume().on('end', () => response.writeHead(status).end('{}'))
    })
    expect(await call(url)).toEqual({ kind: 'json', httpStatus: status, body: {} })
    expect(asked).toEqual([[method, method === 'POST' ? '1' : undefined]])
  })

  it('asks once when the connection ends without an answer, as one that was open before may', async () => {
    let asked = 0
    const url = await listen((request, response) => {
      asked += 1
      request.resume()
      if (asked === 1) response.end('{}')
      else request.socket.end()
    })
    expect(await call(url)).toMatchObject({ kind: 'json' })
    expect(await call(url)).toMatchObject({ kind: 'lost' })
    expect(asked).toBe(2)
  })

  it('calls an answer that is cut off lost', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('{}', () => response.destroy())
    })
    expect(await call(url)).toMatchObject({ kind: 'lost' })
  })

  it('takes in no more than 4 MB, and the whole of what is shorter', async () => {
    const url = await listen((request, response) => {
      const send = () => response.write(' '.repeat(500_000), () => void (response.destroyed || send()))
      if (request.url === '/endless') send()
      else response.end(`"${'é'.repeat(1_900_000)}"`)
    })
    expect(await call(url, slowly)).toMatchObject({ kind: 'json', body: 'é'.repeat(1_900_000) })
    expect(await call(`${url}endless`, slowly)).toEqual({
      kind: 'nonsense',
      message: 'The reply is longer than 4 MB.',
    })
  })
})

describe('callVendorByGet', () => {
  it('sends the address and the headers as they are', async () => {
    const asked: unknown[] = []
    const server = createServer(({ url, headers }, response) => {
      asked.push(url, headers['x-sign'])
      response.end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/buy?b=2&a=%20x`
    await callVendorByGet({ ...request, url, headers: { 'x-sign': 's' } })
    await new Promise((done) => server.close(done))
    expect(asked).toEqual(['/buy?b=2&a=%20x', 's'])
  })

  it('knows that nothing was sent while the vendor’s machine has not even agreed on a key', async () => {
    const mute = createSocketServer()
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`
    expect((await callVendorByGet({ ...request, url })).kind).toBe('unreachable')
    mute.close()
  })

  it('says of an address that is none that nothing was sent', async () => {
    expect((await callVendorByGet({ ...request, url: 'no address' })).kind).toBe('unreachable')
  })
})

describe('tellVendorText', () => {
  it('keeps one clean line without the secret', () => {
    expect(tellVendorText('<b>bad</b>\n key s3cret', ['s3cret', ''])).toBe('bad key ***')
  })

  it('says nothing for what is no text', () => {
    expect(tellVendorText({ a: 1 }, [])).toBe('')
  })
})
