import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { bare } from '@jhatpat/shared/contracts/bare-calls.ts'
import { NetworkError } from '@jhatpat/shared/contracts/http/client.ts'
import { serverNow } from '@jhatpat/shared/ui/server-time.ts'
import { useEffect } from 'react'
import type { HandOverLines } from '../../lib/hand-over/hand-over.tsx'
import { useMe } from '../../lib/me.ts'
import { useBoardUpdates } from '../../lib/pending-orders.ts'
import { holderOf } from './claim.ts'
import type { MoveTo } from './offered-moves.ts'
import type { UnitDecision } from './unit-answers.ts'

/**
 * `undoable`: with Completed, it happens five seconds later unless it is taken back. `ask`: with Refunded, a second
 * person is asked for it.
 */
export type MoveWords = { reason?: string; handOver?: HandOverLines | undefined; undoable?: true; ask?: true }
export type ClaimAction = 'claim' | 'take_over' | 'release'

/** What the server is asked to do with an order; its reply becomes the row. A free open order is claimed on the way. */
export function useBoardCalls() {
  const { call } = useServices()
  const me = useMe()
  const updates = useBoardUpdates()
  useEffect(() => {
    loadWrites().catch(() => undefined)
  }, [])

  const claim = async ({ orderid }: BoardOrder, action: ClaimAction) =>
    updates.apply(await call(bare.claimOrder, { params: { id: orderid }, body: { action } }))

  const claimIfFree = async (order: BoardOrder) => {
    // One that has ended is nobody's to claim, and may still be refunded.
    if (order.status !== 'Processing') return
    if (holderOf(order, me, serverNow()).kind === 'nobody') await claim(order, 'claim')
  }

  return {
    claim,
    move: async (order: BoardOrder, to: MoveTo, { reason = '', handOver, undoable, ask }: MoveWords) => {
      const idempotencyKey = newKey()
      await claimIfFree(order)
      const body = {
        ...{ to, version: order.version, ...withReason(reason) },
        ...(handOver && { handOver }),
        ...(undoable && { undoable }),
        ...(ask && { ask }),
      }
      const { moveOrder } = await loadWrites()
      updates.apply(await call(moveOrder, { params: { id: order.orderid }, body, idempotencyKey }))
    },
    takeBack: async ({ orderid: id }: BoardOrder) => {
      const { takeBack } = await loadWrites()
      updates.apply(await call(takeBack, { params: { id }, body: {}, idempotencyKey: newKey() }))
    },
    /** @returns null: nothing is left */
    takeNext: async (idempotencyKey: string): Promise<BoardOrder | null> => {
      const { takeNext } = await loadWrites()
      const { order } = await call(takeNext, { body: {}, idempotencyKey })
      if (order) updates.apply(order)
      return order
    },
    resolve: async (order: BoardOrder, decision: UnitDecision, reason: string) => {
      const idempotencyKey = newKey()
      await claimIfFree(order)
      const body = { ...decision, ...withReason(reason) }
      const { resolveUnit } = await loadWrites()
      updates.apply(await call(resolveUnit, { params: { id: order.orderid }, body, idempotencyKey }))
    },
  }
}

const loadWrites = () =>
  import('./board-writes.ts').catch((cause: unknown) => {
    throw new NetworkError(cause)
  })

const withReason = (reason: string) => (reason.trim() ? { reason: reason.trim() } : {})
