import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import { personOf } from '../../support/person.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import { createRandom, type Random } from '../environment/random.ts'
import { sleep } from '../environment/wait.ts'

export type OrderDecisionInput = { orderid: string; to: string; status: number }

/** Plays an admin who delivers manually and refunds from the board, until `stop`. Ignores some orders. */
export function startAdmin(
  environment: FaultEnvironment,
  seed: number,
): { moves: OrderDecisionInput[]; stop(): Promise<void> } {
  const random = createRandom(seed ^ 0xad)
  const moves: OrderDecisionInput[] = []
  const seen = new Set<string>()
  let stopped = false
  const work = (async () => {
    while (!stopped) {
      await lookOnce(environment, { random, moves, seen }).catch(() => undefined)
      await sleep(700)
    }
  })()
  return {
    moves,
    stop: async () => {
      stopped = true
      await work
    },
  }
}

type BoardState = { random: Random; moves: OrderDecisionInput[]; seen: Set<string> }

async function lookOnce(environment: FaultEnvironment, { random, moves, seen }: BoardState): Promise<void> {
  const api = random.below(environment.apiUrls.length)
  const person = personOf(environment.apiUrls[api]!, environment.shop.admin.token)
  const rows = await person.call(board.processing, { signal: AbortSignal.timeout(5_000) })
  const fresh = rows.filter((row) => row.pendingReason.kind === 'manual' && !seen.has(row.orderid))
  for (const row of fresh) {
    seen.add(row.orderid)
    const to = random.pick(['Completed', 'Completed', 'Refunded', 'nothing'] as const)
    if (to === 'nothing') continue
    const body = { to, version: row.version, reason: 'as the customer asked' }
    const call = { params: { id: row.orderid }, body, idempotencyKey: randomUUID() }
    const status = await person
      .call(admin.transitionOrder, { ...call, signal: AbortSignal.timeout(5_000) })
      .then(() => 200)
      .catch((error: { status?: number }) => error.status ?? 0)
    moves.push({ orderid: row.orderid, to, status })
    if (status === 0 || status >= 500) seen.delete(row.orderid)
  }
}
