import { nextLane } from '../../platform/due.ts'
import type { Deps } from '../deps.ts'
import { looksDifferent, type PaymentSteps, settlePayment } from '../payments/index.ts'
import { announceTopUp, announceWallets } from './announce.ts'
import { checkTopUpPayment, notifyTopUp } from './jobs.ts'
import { accounts } from './ledger-model.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { type MovedWallets, postEntries } from './post-entries.ts'
import { recordMovement } from './record-movement.ts'
import { decideTopUp, type TopUpDecision } from './top-up-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>
type Steps = PaymentSteps<MovementDoc, TopUpDecision, MovedWallets>

/**
 * Asks the gateway about a top-up and applies the answer, however often and from wherever it is called.
 * @returns the top-up as it is afterwards
 */
export async function confirmTopUp(deps: ConfirmDeps, movement: MovementDoc): Promise<MovementDoc> {
  const steps: Steps = {
    clientTxnId: movement._id,
    model: MovementModel,
    decide: decideTopUp,
    movesMoney: ({ creditPaise }) => creditPaise !== 0,
    write,
    post,
    reload: () => MovementModel.findById(movement._id).lean<MovementDoc | null>(),
    tell: (change) => tell(deps, change),
  }
  return settlePayment(deps, movement, steps)
}

const write: Steps['write'] = async ({ before, decision, at, patch }, session) => {
  const moves = decision.to !== before.status
  const seen = moves || looksDifferent(before.payment, decision.payment) ? 1 : 0
  const after = await MovementModel.findOneAndUpdate(
    { _id: before._id, version: before.version, ...patch.guard },
    {
      $set: {
        status: decision.to,
        ...patch.set,
        ...(decision.creditPaise > 0 && !decision.stray ? { amountPaise: decision.creditPaise } : {}),
        ...(decision.to === 'Success' && moves ? { 'due.notify': nextLane(before.due.notify, at) } : {}),
      },
      $inc: { ...patch.inc, version: moves ? 1 : 0, revision: seen },
      ...(moves
        ? {
            $push: {
              history: { at, from: before.status, to: decision.to, by: 'payments', reason: decision.reason },
            },
          }
        : {}),
    },
    { returnDocument: 'after', ...(session ? { session } : {}) },
  ).lean<MovementDoc | null>()
  return after ?? undefined
}

const post: Steps['post'] = async ({ before, decision, at }, session) => {
  const { payment, stray, creditPaise: amountPaise } = decision
  if (stray) {
    const note = `Second payment for ${before._id}`
    await recordMovement(session, before, { kind: 'stray_payment', amountPaise, orderid: '', note, at })
  }
  const set = {
    kind: stray ? ('stray_payment' as const) : ('topup' as const),
    ref: `${before._id}/${payment.captures.at(-1)?.gatewayId}`,
    postings: [
      { account: accounts.gateway(payment.gateway), amountPaise: -amountPaise },
      { account: accounts.wallet(before.userId), amountPaise },
    ],
  }
  return postEntries(session, [set], at)
}

async function tell(
  deps: ConfirmDeps,
  { before, after, moved }: Parameters<Steps['tell']>[0],
): Promise<void> {
  await queueFollowUps(deps, after)
  if (after.revision !== before.revision) announceTopUp(deps, after)
  if (moved) announceWallets(deps, moved)
}

async function queueFollowUps(deps: ConfirmDeps, after: MovementDoc): Promise<void> {
  const { payment, notify } = after.due
  if (payment.at)
    await deps.queues.enqueue(checkTopUpPayment, after._id, { at: payment.at, seq: payment.seq })
  if (notify.at) await deps.queues.enqueue(notifyTopUp, after._id, { at: notify.at, seq: notify.seq })
}
