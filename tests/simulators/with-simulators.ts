import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Simulators, simulatorKeys, startSimulators } from './start-simulators.ts'

/** Separate simulators for one test file, on free ports, in a folder that is removed afterwards. */
export function withSimulators(): { current: Simulators; refusedUrl: string } {
  const started = {} as { current: Simulators; refusedUrl: string }
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'simulators-'))
    started.current = await startSimulators({ port: 0, dataDir, appUrl: '', keys: simulatorKeys })
    started.refusedUrl = `http://127.0.0.1:${await closedPort()}`
  })
  afterAll(async () => {
    await started.current?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return started
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
