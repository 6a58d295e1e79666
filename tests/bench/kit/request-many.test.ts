import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { requestAtRate, requestMany } from './request-many.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function serve(answer: RequestListener): Promise<URL> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/order`)
}

it('sends exactly the given number of requests, and no more than allowed at once', async () => {
  let [now, most] = [0, 0]
  const url = await serve((_request, response) => {
    now += 1
    most = Math.max(most, now)
    setImmediate(() => {
      now -= 1
      response.end('yes')
    })
  })
  const { texts, times } = await requestMany({ count: 50, clients: 4 }, () => ({ url }))
  expect([texts.length, times.length, new Set(texts).size]).toEqual([50, 50, 1])
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
})

it('has no figures when one was rejected', async () => {
  let requests = 0
  const url = await serve((_request, response) => {
    requests += 1
    response.writeHead(requests === 7 ? 402 : 200).end('no money')
  })
  const asking = requestMany({ count: 20, clients: 2 }, () => ({ url, body: '{}' }))
  await expect(asking).rejects.toThrow(CliError)
})

it('sends a request again whose idle connection was closed', async () => {
  let received = 0
  const url = await serve((request, response) => {
    received += 1
    if (received === 2) request.socket.resetAndDestroy()
    else response.end('ok')
  })
  const { texts } = await requestMany({ count: 3, clients: 1 }, () => ({ url }))
  expect(texts).toEqual(['ok', 'ok', 'ok'])
  expect(received).toBe(4)
})

it('keeps its rate while replies take longer, and returns each', async () => {
  let most = 0
  const waiting = new Set<() => void>()
  const url = await serve((_request, response) => {
    waiting.add(() => response.writeHead(503).end('busy'))
    most = Math.max(most, waiting.size)
    if (waiting.size < 20) return
    for (const end of waiting) end()
    waiting.clear()
  })
  const left = new AbortController()
  const replies = requestAtRate({ perSecond: 1_000, seconds: 30, signal: left.signal }, () => {
    if (most === 20) left.abort()
    return { url }
  })
  await expect.poll(() => left.signal.aborted).toBe(true)
  const end = setInterval(() => {
    for (const one of waiting) one()
    waiting.clear()
  }, 5)
  for (const { status, text } of await replies) expect([status, text]).toEqual([503, 'busy'])
  clearInterval(end)
  expect(most).toBe(20)
})
