import { createStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { downloadCsv } from './download-csv.ts'

afterEach(() => vi.unstubAllGlobals())

it('reports rows without the head, and bytes', async () => {
  const csv = new Response('a\nb\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  vi.stubGlobal('fetch', async () => csv)
  const { signal } = new AbortController()
  const onProgress = vi.fn()
  const file = await downloadCsv(createStore(), { address: '/x', signal, onProgress })
  expect(file.type).toBe('text/csv; charset=utf-8')
  expect(onProgress).toHaveBeenLastCalledWith({ rows: 1, bytes: 4 })
})
