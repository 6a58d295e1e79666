import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useEffect } from 'react'
import type { CodeLines } from '../../lib/deliver-codes/deliver-codes.tsx'
import { useMe } from '../../lib/me.ts'
import { useBoardUpdates } from '../../lib/pending-orders.ts'
import { holderOf } from './assignment.ts'
import type { UnitDecision } from './open-units.ts'
import type { TransitionTarget } from './transition-targets.ts'

/**
 * `undoable`: a completion takes effect five seconds later unless it is undone.
 * `requestApproval`: a refund is sent for approval.
 */
export type DecisionInput = {
  reason?: string
  codes?: CodeLines | undefined
  undoable?: true
  requestApproval?: true
  /** The decision is part of a group that can no longer be undone. */
  isConfirmed?: true
}
export type AssignmentAction = 'assign' | 'reassign' | 'unassign'

/**
 * The board's calls; the server's reply becomes the row. An unassigned open order is assigned
 * first.
 */
export function useBoardCalls() {
  const { call } = useServices()
  const me = useMe()
  const updates = useBoardUpdates()
  const idempotency = useIdempotencyKey()
  useEffect(() => {
    loadWrites().catch(() => undefined)
  }, [])

  const assign = async ({ orderid }: BoardOrder, action: AssignmentAction) =>
    updates.apply(await call(withoutSchemas.assignOrder, { params: { id: orderid }, body: { action } }))

  const assignIfUnassigned = async (order: BoardOrder) => {
    // An ended order cannot be assigned, but may still be refunded.
    if (order.status !== 'Processing') return
    if (holderOf(order, me, serverNow()).kind === 'unassigned') await assign(order, 'assign')
  }

  /** An action on the order as the screen shows it. */
  const sendOnce = async (
    { orderid: id, revision }: BoardOrder,
    wish: object,
    send: (input: { params: { id: string }; idempotencyKey: string }) => Promise<BoardOrder>,
  ) => {
    try {
      updates.apply(
        await send({ params: { id }, idempotencyKey: idempotency.keyFor({ id, revision, ...wish }) }),
      )
    } catch (error) {
      idempotency.renewIfRefused(error)
      throw error
    }
  }

  return {
    assign,
    assignIfUnassigned,
    transition: async (
      order: BoardOrder,
      to: TransitionTarget,
      { reason = '', codes, undoable, requestApproval }: DecisionInput,
    ) => {
      await assignIfUnassigned(order)
      const body = {
        to,
        version: order.version,
        ...withReason(reason),
        ...(codes && { codes }),
        ...(undoable && { undoable }),
        ...(requestApproval && { requestApproval }),
      }
      const { transitionOrder } = await loadWrites()
      await sendOnce(order, body, (input) => call(transitionOrder, { ...input, body }))
    },
    undoCompletion: async (order: BoardOrder) => {
      const { undoCompletion } = await loadWrites()
      await sendOnce(order, { isUndone: true }, (input) => call(undoCompletion, { ...input, body: {} }))
    },
    /** @returns null when no order is left */
    takeNext: async (idempotencyKey: string): Promise<BoardOrder | null> => {
      const { takeNext } = await loadWrites()
      const { order } = await call(takeNext, { body: {}, idempotencyKey })
      if (order) updates.apply(order)
      return order
    },
    resolve: async (order: BoardOrder, decision: UnitDecision, reason: string) => {
      await assignIfUnassigned(order)
      const body = { ...decision, ...withReason(reason) }
      const { resolveUnit } = await loadWrites()
      await sendOnce(order, body, (input) => call(resolveUnit, { ...input, body }))
    },
  }
}

const loadWrites = () =>
  import('./board-writes.ts').catch((cause: unknown) => {
    throw new NetworkError(cause)
  })

const withReason = (reason: string) => (reason.trim() ? { reason: reason.trim() } : {})
