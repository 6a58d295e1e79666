import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { zipOf } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as one:
    assert one.testzip() is None
    print(json.dumps([[i.filename, list(i.date_time), one.read(i).decode()] for i in one.infolist()]))
`

it('writes archives that other programs read, with every name, time and character', async () => {
  const files = [
    { name: 'README.txt', text: 'Order JP261121AAAAAAAA, ₹345.00\n' },
    { name: 'order.json', text: '' },
    { name: 'vendor-calls.json', text: JSON.stringify(Array.from({ length: 9_000 }, (_, at) => ({ at }))) },
  ]
  const path = join(folder, 'one.zip')
  writeFileSync(path, await buffer(zipOf(files, new Date('2026-11-21T15:42:51Z'))))
  const seen = JSON.parse(execFileSync('python3', ['-c', program, path], { encoding: 'utf8' }))
  expect(seen).toEqual(files.map(({ name, text }) => [name, [2026, 11, 21, 15, 42, 50], text]))
})

it('writes a text that arrives in parts, and holds no more than one of them', async () => {
  let ahead = 0
  let most = 0
  async function* parts() {
    for (let part = 0; part < 1_000; part += 1) {
      ahead += 1
      most = Math.max(most, ahead)
      yield `${'x'.repeat(1_000)}\n`
    }
  }
  const path = join(folder, 'parts.zip')
  const bytes: Uint8Array[] = []
  for await (const chunk of zipOf([{ name: 'parts.txt', text: parts() }], new Date('2026-11-21T15:42:51Z'))) {
    bytes.push(chunk)
    ahead = 0
  }
  writeFileSync(path, Buffer.concat(bytes))
  const [[name, , text]] = JSON.parse(
    execFileSync('python3', ['-c', program, path], { encoding: 'utf8', maxBuffer: 8_000_000 }),
  )
  expect(name).toBe('parts.txt')
  expect(text).toBe(`${'x'.repeat(1_000)}\n`.repeat(1_000))
  expect(most).toBe(1)
})
