import { afterEach, expect, it, vi } from 'vitest'
import { logout } from '../contracts/accounts.ts'
import { createClient } from './http-client.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('marks background calls from a minute after the last input', async () => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    marks.push(request.headers.get('unattended'))
    return Response.json({ msg: 'Signed out.' })
  })
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const call = createClient(() => 'token-1')
  const inMinutes = async (minutes: number) => {
    now += minutes * 60_000
    await call(logout, { body: {} })
  }
  await inMinutes(0)
  await inMinutes(2)
  for (const input of ['pointermove', 'keydown', 'wheel']) {
    window.dispatchEvent(new Event(input))
    await inMinutes(0.9)
    await inMinutes(0.2)
  }
  expect(marks).toEqual([null, '1', null, '1', null, '1', null, '1'])
})
