import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeUser } from '../../tests/screens/shop-fixture.ts'
import { ApiError, NetworkError } from '../contracts/client.ts'
import { downloadFile } from './download-file.ts'
import { storeSession, tokenAtom } from './session.ts'

const store = createStore()
const bytes = (text: string) => new TextEncoder().encode(text)

/** A reply whose parts the test sends. */
function streamed() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return { response: new Response(readable, { headers: { 'content-type': 'application/zip' } }), writer }
}

function answer(response: Response | Error) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const user = makeUser()
beforeEach(() => storeSession(store, { token: 'a-token', user }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('sends the token, and returns all parts with the type that the server sends', async () => {
  const { response, writer } = streamed()
  const fetched = answer(response)
  const onPart = vi.fn()
  const file = downloadFile(store, '/api/user/data', { onPart })
  await writer.write(bytes('one '))
  await writer.write(bytes('two'))
  await writer.close()
  expect(await (await file).text()).toBe('one two')
  expect((await file).type).toBe('application/zip')
  expect(onPart).toHaveBeenCalledTimes(2)
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/user/data')
  expect(init?.headers).toEqual({ authorization: 'Bearer a-token' })
})

it('rejects with the server’s error, and removes a session that it refuses', async () => {
  answer(Response.json({ code: 'too_many_requests', message: 'Too many.' }, { status: 429 }))
  await expect(downloadFile(store, '/x')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Too many.',
  })
  expect(store.get(tokenAtom)).toBe('a-token')
  answer(Response.json({ code: 'session_expired', message: 'Log in again.' }, { status: 401 }))
  await expect(downloadFile(store, '/x')).rejects.toBeInstanceOf(ApiError)
  expect(store.get(tokenAtom)).not.toBe('a-token')
})

it.each([
  ['no network', () => answer(new TypeError('Failed to fetch'))],
  ['the page of a proxy', () => answer(new Response('<html>', { status: 502 }))],
])('rejects with a network error for %s', async (_what, arrange) => {
  arrange()
  await expect(downloadFile(store, '/x')).rejects.toBeInstanceOf(NetworkError)
})

it('rejects with a network error when the connection breaks before the end', async () => {
  const { response, writer } = streamed()
  answer(response)
  const file = downloadFile(store, '/x')
  const failure = expect(file).rejects.toBeInstanceOf(NetworkError)
  await writer.write(bytes('one'))
  await writer.abort(new TypeError('network error'))
  await failure
})

/** A reply that never comes, whose request ends by its signal as in browsers. */
const neverAnswered = () =>
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )

it('gives up when nothing arrives for 30 seconds', async () => {
  vi.useFakeTimers()
  neverAnswered()
  const settled = vi.fn()
  void downloadFile(store, '/x').catch(settled)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(settled).toHaveBeenCalledWith(expect.any(NetworkError))
})

it('takes as long as parts arrive', async () => {
  vi.useFakeTimers()
  const { response, writer } = streamed()
  const fetched = answer(response)
  const file = downloadFile(store, '/x')
  for (const part of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(25_000)
    await writer.write(bytes(part))
  }
  await writer.close()
  expect(await (await file).text()).toBe('abc')
  expect(fetched.mock.calls[0]?.[1].signal?.aborted).toBe(false)
})

it('ends with the caller’s own reason when it is stopped', async () => {
  neverAnswered()
  const stop = new AbortController()
  const file = downloadFile(store, '/x', { signal: stop.signal })
  stop.abort()
  await expect(file).rejects.toMatchObject({ name: 'AbortError' })
})
