/**
 * A page in its own process: subscribes to orders, and measures in microseconds when an order's event
 * arrives.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Person, personOf } from '../../support/person.ts'
import { answerQuestions } from '../kit/helper.ts'

/**
 * `watch` opens a page at `url` for only these orders; `seen` waits for the next event of a subscribed
 * order.
 */
export type Asking =
  | { kind: 'watch'; url: string; token?: string; ids: string[] }
  | { kind: 'seen'; id: string }

/** A socket may subscribe to fifty orders. */
const perSocket = 40
/** More than twenty requests of one socket in a second are rejected. */
const betweenMs = 55
const timeoutMs = 10_000

let page: Person | undefined
const seen = new Map<string, bigint>()
const waiting = new Map<string, (at: bigint) => void>()

/** @returns when the event arrived, in ns of the machine's monotonic clock */
answerQuestions(async (asking: Asking) => {
  if (asking.kind === 'watch') return watch(asking)
  const { id } = asking
  const at = await Promise.race([
    seen.get(id) ?? new Promise<bigint>((resolve) => waiting.set(id, resolve)),
    sleep(timeoutMs, undefined, { ref: false }),
  ])
  if (at === undefined) throw new Error(`Nothing was told of ${id} in ${timeoutMs / 1_000} s.`)
  return String(at)
})

async function watch({ url, token, ids }: Extract<Asking, { kind: 'watch' }>): Promise<void> {
  page?.close()
  page = personOf(url, token)
  for (let from = 0; from < ids.length; from += perSocket) {
    const socket = await page.socket()
    socket.on('order.updated', receive)
    for (const id of ids.slice(from, from + perSocket)) {
      const reply = await socket.timeout(timeoutMs).emitWithAck('order.subscribe', { client_txn_id: id })
      if (!reply.ok) throw new Error(`${id} may not be watched: ${reply.code}`)
      await sleep(betweenMs)
    }
  }
}

function receive({ client_txn_id: id }: { client_txn_id: string }): void {
  const at = process.hrtime.bigint()
  if (seen.has(id)) return
  seen.set(id, at)
  waiting.get(id)?.(at)
  waiting.delete(id)
}
