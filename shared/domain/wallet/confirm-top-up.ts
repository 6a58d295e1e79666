import type { ClientSession } from 'mongoose'
import { nextLane } from '../../platform/due.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import {
  type IPayment,
  type LanePatch,
  lanePatches,
  lookForMoney,
  lookPatch,
  readAnswer,
} from '../payments/index.ts'
import { announceTopUp, announceWallets } from './announce.ts'
import { checkTopUpPayment, notifyTopUp } from './jobs.ts'
import { accounts } from './ledger-model.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { type MovedWallets, postEntries } from './post-entries.ts'
import { recordMovement } from './record-movement.ts'
import { afterLook, decideTopUp, type TopUpDecision } from './top-up-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'queues' | 'publisher' | 'log'>

/**
 * Asks the gateway about a top-up and applies the answer, however often and from wherever it is called.
 * @returns the top-up as it is afterwards
 */
export async function confirmTopUp(deps: ConfirmDeps, movement: MovementDoc): Promise<MovementDoc> {
  if (!movement.payment) return movement
  const { txnid: clientTxnId, createdAt } = movement
  return settle(deps, movement, await lookForMoney(deps, { clientTxnId, createdAt }))
}

/** Whoever lost a race applies the answer to what the winner left: the winner's answer may be the older one. */
async function settle(deps: ConfirmDeps, movement: MovementDoc, answer: PaymentState): Promise<MovementDoc> {
  let latest = movement
  for (let race = 0; race < 10 && latest.payment; race += 1) {
    const news = readAnswer(latest.payment, answer, deps.clock.now())
    const applied = await apply(deps, latest, decideTopUp(latest, latest.payment, news))
    if (applied) return tell(deps, latest, applied)
    latest = (await MovementModel.findById(movement._id).lean<MovementDoc | null>()) ?? latest
    if (news.kind === 'nothing') break
  }
  return latest
}

async function tell(deps: ConfirmDeps, before: MovementDoc, { after, moved }: Applied): Promise<MovementDoc> {
  await queueFollowUps(deps, after)
  if (after.revision !== before.revision) announceTopUp(deps, after)
  announceWallets(deps, moved)
  return after
}

async function queueFollowUps(deps: ConfirmDeps, after: MovementDoc): Promise<void> {
  const { payment, notify } = after.due
  if (payment.at)
    await deps.queues.enqueue(checkTopUpPayment, String(after._id), { at: payment.at, seq: payment.seq })
  if (notify.at) await deps.queues.enqueue(notifyTopUp, String(after._id), { at: notify.at, seq: notify.seq })
}

type Change = { movement: MovementDoc; decision: TopUpDecision }
type Applied = { after: MovementDoc; moved: MovedWallets }

async function apply(
  deps: ConfirmDeps,
  movement: MovementDoc,
  decision: TopUpDecision,
): Promise<Applied | undefined> {
  if (decision.creditPaise === 0) {
    const after = await write(deps, { movement, decision })
    return after && { after, moved: new Map() }
  }
  try {
    return await inTransaction(async (session) => {
      const after = await write(deps, { movement, decision }, session)
      if (!after) return undefined
      return { after, moved: await credit(deps, { movement: after, decision }, session) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

/** Compare-and-set on version and number of looks: undefined when someone else was first. */
async function write(
  deps: ConfirmDeps,
  change: Change,
  session?: ClientSession,
): Promise<MovementDoc | undefined> {
  const now = deps.clock.now()
  const { movement, decision } = change
  const { payment, next } = afterLook(movement, decision, { now, pollMs: deps.env.PAYMENT_POLL_MS })
  for (const lane of lanePatches(movement.due.payment, next, now)) {
    const after = await writeOne({ ...change, payment, lane, now }, session)
    if (after) return after
  }
  return undefined
}

type Written = Change & { payment: IPayment; lane: LanePatch; now: Date }

async function writeOne(
  { movement, decision, payment, lane, now }: Written,
  session?: ClientSession,
): Promise<MovementDoc | null> {
  const moves = decision.to !== movement.status
  return MovementModel.findOneAndUpdate(
    {
      _id: movement._id,
      version: movement.version,
      'payment.polls': movement.payment?.polls ?? 0,
      ...lane.guard,
    },
    {
      $set: {
        status: decision.to,
        ...lookPatch(payment),
        ...lane.set,
        ...(decision.creditPaise > 0 && !decision.stray ? { amountPaise: decision.creditPaise } : {}),
        ...(decision.to === 'Success' && moves ? { 'due.notify': nextLane(movement.due.notify, now) } : {}),
      },
      $inc: { ...lane.inc, version: moves ? 1 : 0, revision: moves ? 1 : 0 },
      ...(moves
        ? {
            $push: {
              history: {
                at: now,
                from: movement.status,
                to: decision.to,
                by: 'payments',
                reason: decision.reason,
              },
            },
          }
        : {}),
    },
    { returnDocument: 'after', ...(session ? { session } : {}) },
  ).lean<MovementDoc | null>()
}

async function credit(
  deps: ConfirmDeps,
  { movement, decision }: Change,
  session: ClientSession,
): Promise<MovedWallets> {
  const capture = movement.payment?.captures.at(-1)
  const gateway = movement.payment?.gateway ?? ''
  const at = deps.clock.now()
  const amountPaise = decision.creditPaise
  if (decision.stray) {
    const note = `Second payment for ${movement.txnid}`
    await recordMovement(session, movement, { kind: 'stray_payment', amountPaise, orderid: '', note, at })
  }
  const set = {
    kind: decision.stray ? ('stray_payment' as const) : ('topup' as const),
    ref: `${movement.txnid}/${capture?.bankReference}`,
    postings: [
      { account: accounts.gateway(gateway), amountPaise: -amountPaise },
      { account: accounts.wallet(movement.userId), amountPaise },
    ],
  }
  return postEntries(session, [set], at)
}
