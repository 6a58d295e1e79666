import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort, freePorts, isPortFree, requireFreePort } from './free-port.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const occupy = (port: number, host: string) =>
  new Promise<void>((resolve) => {
    const server = createServer().listen(port, host, resolve)
    servers.push(server)
  })

describe('free ports', () => {
  it('gives a port that can be listened on', async () => {
    expect(await isPortFree(await freePort())).toBe(true)
  })

  it('gives no port that the system may assign to an outgoing connection meanwhile', async () => {
    const ports = await freePorts(20)
    expect(new Set(ports).size).toBe(20)
    expect(Math.max(...ports)).toBeLessThan(32_768)
  })

  it.each(['127.0.0.1', '0.0.0.0'])('detects a program that listens on %s', async (host) => {
    const port = await freePort()
    await occupy(port, host)
    expect(await isPortFree(port)).toBe(false)
  })

  it('says what to do about a port in use', async () => {
    const port = await freePort()
    await occupy(port, '127.0.0.1')
    await expect(requireFreePort(port)).rejects.toThrow(`PORT=${port + 1} npm start`)
  })
})
