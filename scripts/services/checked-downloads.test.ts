import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDebianPackage, fetchChecked } from './checked-downloads.ts'
import { runProgram } from './run-program.ts'

const content = 'the source of a program'
const sum = createHash('sha256').update(content).digest('hex')

let folder: string
let server: Server
let url: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checked-'))
  server = createServer((request, response) =>
    response.writeHead(request.url === '/it' ? 200 : 404).end(content),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

describe('fetchChecked', () => {
  it('keeps the file with the known hash', async () => {
    await fetchChecked(`${url}/it`, sum, join(folder, 'file'))
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe(content)
  })

  it('keeps neither another file nor an error page', async () => {
    await expect(fetchChecked(`${url}/it`, '0'.repeat(64), join(folder, 'file'))).rejects.toThrow(
      `its SHA-256 is ${sum}`,
    )
    await expect(fetchChecked(`${url}/gone`, sum, join(folder, 'file'))).rejects.toThrow('answered 404')
    expect(await readdir(folder)).toEqual([])
  })
})

const apt = await runProgram('apt-cache', ['show', 'liblzf1'])

describe.skipIf(apt.code !== 0)('checkDebianPackage', () => {
  it('accepts a package that matches the index, and not one byte more', {
    timeout: 120_000,
  }, async (test) => {
    const got = await runProgram('apt-get', ['download', '-qq', 'liblzf1'], { cwd: folder })
    if (got.code !== 0) return test.skip('the distribution can not be reached')
    const path = join(folder, String((await readdir(folder))[0]))
    await checkDebianPackage(path)
    await appendFile(path, '\n')
    await expect(checkDebianPackage(path)).rejects.toThrow('is not what is known of it')
    expect(await readdir(folder)).toEqual([])
  })
})
