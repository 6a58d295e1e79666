import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** The exit code of the check against a server that replies with this status. */
async function checkOf(status: number): Promise<{ code: number; path: string | undefined }> {
  let path: string | undefined
  const server = createServer((request, response) => {
    path = request.url
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const code = await run((server.address() as AddressInfo).port)
  return { code, path }
}

async function run(port: number): Promise<number> {
  const child = spawn('bash', [join(import.meta.dirname, 'is-ready.sh'), String(port)], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}

it('succeeds only while /readyz replies 200', async () => {
  expect(await checkOf(200)).toEqual({ code: 0, path: '/readyz' })
  expect((await checkOf(503)).code).toBe(1)
  expect((await checkOf(404)).code).toBe(1)
  expect(await run(1)).toBe(1)
})
