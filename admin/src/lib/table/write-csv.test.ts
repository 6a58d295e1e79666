import { afterEach, expect, it, vi } from 'vitest'
import { takeCsv } from './write-csv.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['application/zip', 'text/csv; charset=utf-8'])(
  'keeps a file as the %s that the server sends',
  async (type) => {
    vi.stubGlobal('fetch', async () => new Response('a\nb\n', { headers: { 'content-type': type } }))
    const { signal } = new AbortController()
    const onProgress = vi.fn()
    const file = await takeCsv({ address: '/x', token: 't', signal, onProgress })
    expect(file.type).toBe(type)
    expect(onProgress).toHaveBeenLastCalledWith({ rows: 1, bytes: 4 })
  },
)
