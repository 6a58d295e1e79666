import type { ClientSession, Model } from 'mongoose'
import type { Lane } from '../../platform/due.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { type LookPatch, lookPatches } from './after-look.ts'
import { lookForMoney } from './look-for-money.ts'
import { takeTurn } from './one-look.ts'
import { type PaymentNews, readAnswer } from './payment-rules.ts'
import type { IPayment } from './payment-schema.ts'

type Carrier = { payment: IPayment | null; createdAt: Date; due: { payment: Lane } }
type Decided = { payment: IPayment }

/** One look at a payment: what was there before, what was decided, and when. */
export type Look<Doc, Decision> = { before: Doc; decision: Decision; at: Date }

/** What an order or a top-up does with news about its payment. */
export type PaymentSteps<Doc, Decision, Moved> = {
  clientTxnId: string
  /** Where the carrier lives. */
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  /** Pure: the payment after the news, and whatever the other steps need to know. */
  decide(before: Doc, payment: IPayment, news: PaymentNews): Decision
  movesMoney(decision: Decision): boolean
  /** Compare-and-set on the version and `patch.guard`: undefined when someone else was first. */
  write(
    look: Look<Doc, Decision> & { patch: LookPatch },
    session: ClientSession | undefined,
  ): Promise<Doc | undefined>
  /** Posts the money in the transaction of `write`. A duplicate key means that someone else was first. */
  post(look: Look<Doc, Decision>, session: ClientSession): Promise<Moved>
  reload(): Promise<Doc | null>
  /** Queues and announces what is committed. `moved` is there when money moved. */
  tell(change: { before: Doc; after: Doc; moved: Moved | undefined }): Promise<void>
}

type SettleDeps = Pick<Deps, 'clock' | 'gateway' | 'log'> & {
  env: Pick<Deps['env'], 'PAYMENT_POLL_MS' | 'PAYMENT_LOOK_GAP_MS'>
}

/**
 * Asks the gateway about a payment and applies the answer once, however often and from wherever it is called; who asks
 * too soon after another changes nothing.
 * @returns what carries the payment, as it is afterwards
 */
export async function settlePayment<Doc extends Carrier, Decision extends Decided, Moved>(
  deps: SettleDeps,
  carrier: Doc,
  steps: PaymentSteps<Doc, Decision, Moved>,
): Promise<Doc> {
  if (!carrier.payment) return carrier
  const { clientTxnId } = steps
  const pace = { now: deps.clock.now(), gapMs: deps.env.PAYMENT_LOOK_GAP_MS }
  if (!(await takeTurn(steps.model, carrier, pace))) return (await steps.reload()) ?? carrier
  const answer = await lookForMoney(deps, { clientTxnId, createdAt: carrier.createdAt })
  let before = carrier
  // Whoever lost a race applies the answer to what the winner left: the winner's answer may be the older one.
  for (let race = 0; race < 10 && before.payment; race += 1) {
    const at = deps.clock.now()
    const news = readAnswer(before.payment, answer, at)
    const look = { before, decision: steps.decide(before, before.payment, news), at }
    const applied = await apply(deps, look, steps)
    if (applied) {
      await steps.tell({ before, ...applied })
      return applied.after
    }
    before = (await steps.reload()) ?? before
    if (news.kind === 'nothing') break
  }
  return before
}

type Applied<Doc, Moved> = { after: Doc; moved: Moved | undefined }

async function apply<Doc extends Carrier, Decision extends Decided, Moved>(
  { env }: SettleDeps,
  look: Look<Doc, Decision>,
  steps: PaymentSteps<Doc, Decision, Moved>,
): Promise<Applied<Doc, Moved> | undefined> {
  if (!steps.movesMoney(look.decision)) {
    const after = await write()
    return after && { after, moved: undefined }
  }
  try {
    return await inTransaction(async (session) => {
      const after = await write(session)
      return after && { after, moved: await steps.post(look, session) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }

  async function write(session?: ClientSession): Promise<Doc | undefined> {
    const { before, decision, at } = look
    const asked = { ...decision.payment, polls: decision.payment.polls + 1, askedAt: at }
    for (const patch of lookPatches(before, asked, {
      now: at,
      pollMs: env.PAYMENT_POLL_MS,
      gapMs: env.PAYMENT_LOOK_GAP_MS,
    })) {
      const after = await steps.write({ ...look, patch }, session)
      if (after) return after
    }
    return undefined
  }
}
