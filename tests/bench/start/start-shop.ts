import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { demoPassword } from '@jhatpat/shared/domain/accounts/index.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { freePort } from '../../../scripts/processes/free-port.ts'
import { personOf } from '../../support/person.ts'
import { benchItems } from '../kit/buy-many.ts'

const root = resolve(import.meta.dirname, '../../..')
const timeoutMs = 120_000

/** A shop as `npm start` starts it, in a folder in which it has run before. */
export type WarmShop = {
  /** @returns seconds from the command to the first acknowledged order */
  start(): Promise<number>
  remove(): Promise<void>
}

export async function warmShop(): Promise<WarmShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-start-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) }
  const launch = () => spawn(process.execPath, [join(root, 'scripts/launch.ts')], { env, stdio: 'ignore' })
  const cold = launch()
  try {
    const body = { email: 'asha@jhatpat.test', password: demoPassword }
    const { token, user } = await untilAnswered(cold, () => personOf(origin).call(login, { body }))
    return {
      start: async () => {
        const startedAt = performance.now()
        const launched = launch()
        try {
          const order = {
            ...benchItems.manual,
            userid: user.userid,
            paymentmode: 'wallet',
            key: 'storefront',
          }
          await untilAnswered(launched, () => place(origin, token, JSON.stringify(order)))
          return (performance.now() - startedAt) / 1_000
        } finally {
          await stop(launched)
        }
      },
      remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }),
    }
  } finally {
    await stop(cold)
  }
}

/** @throws while the shop is not running, or not ready */
async function place(origin: string, token: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const reply = await fetch(`${origin}/api${createWalletOrder.path}`, {
    method: 'POST',
    body,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  if (reply.status === 200) return
  const text = await reply.text()
  if (reply.status < 500) throw new CliError(`The first order was answered with ${reply.status}: ${text}`)
  throw new Error(text)
}

async function untilAnswered<T>(launched: ChildProcess, ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline && launched.exitCode === null) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof CliError) throw error
      await sleep(10)
    }
  }
  throw new CliError(`The shop did not answer in ${timeoutMs / 1_000} s, or ended with ${launched.exitCode}.`)
}

async function stop(launched: ChildProcess): Promise<void> {
  if (launched.exitCode !== null) return
  const ended = once(launched, 'exit')
  launched.kill('SIGTERM')
  await ended
}
