import { afterEach, expect, it, vi } from 'vitest'
import { downloadCsv } from './download-csv.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['application/zip', 'text/csv; charset=utf-8'])(
  'keeps the file type %s that the server sends',
  async (type) => {
    vi.stubGlobal('fetch', async () => new Response('a\nb\n', { headers: { 'content-type': type } }))
    const { signal } = new AbortController()
    const onProgress = vi.fn()
    const file = await downloadCsv({ address: '/x', token: 't', signal, onProgress })
    expect(file.type).toBe(type)
    expect(onProgress).toHaveBeenLastCalledWith({ rows: 1, bytes: 4 })
  },
)
