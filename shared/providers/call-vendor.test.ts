import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { callVendor, tellVendorText } from './call-vendor.ts'

describe('callVendor', () => {
  let server: Server
  const listen = async (answer: RequestListener) => {
    server = createServer(answer)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const close = () => new Promise<unknown>((done) => server.close(done).closeAllConnections())
  const call = (url: string) => callVendor({ url, headers: {}, body: 'x', timeoutMs: 200 })
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
      asked.push(request.headers['content-length'])
      request.resume().on('end', () => response.writeHead(status).end('{}'))
    })
    expect(await call(url)).toEqual({ kind: 'json', httpStatus: status, body: {} })
    expect(asked).toEqual(['1'])
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
