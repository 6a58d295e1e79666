import type { Deps } from '../deps.ts'
import { looksDifferent, type PaymentSteps, settlePayment } from '../payments/index.ts'
import { type TopUpChange, writeTopUp } from './change-top-up.ts'
import { accounts } from './ledger-model.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { type MovedWallets, postEntries } from './post-entries.ts'
import { recordMovement, walletAfter } from './record-movement.ts'
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
    write: (look, session) => writeTopUp(deps, look.before, { ...changeBy(look), session }),
    post,
    reload: () => MovementModel.findById(movement._id).lean<MovementDoc | null>(),
  }
  return settlePayment(deps, movement, steps)
}

function changeBy({ before, decision, at, patch }: Parameters<Steps['write']>[0]): TopUpChange {
  const { to, payment, creditPaise, stray, reason } = decision
  const moves = to !== before.status
  return {
    ...patch,
    set: { ...patch.set, ...(creditPaise > 0 && !stray ? { amountPaise: creditPaise } : {}) },
    due: creditPaise > 0 ? { notify: at } : {},
    ...(moves && { move: { at, from: before.status, to, by: 'payments', reason } }),
    isVisible: moves || looksDifferent(before.payment, payment),
  }
}

const post: Steps['post'] = async ({ before, decision, at }, session) => {
  const { payment, stray, creditPaise: amountPaise } = decision
  const set = {
    kind: stray ? ('stray_payment' as const) : ('topup' as const),
    ref: `${before._id}/${payment.captures.at(-1)?.gatewayId}`,
    postings: [
      { account: accounts.gateway(payment.gateway), amountPaise: -amountPaise },
      { account: accounts.wallet(before.userId), amountPaise },
    ],
  }
  const moved = await postEntries(session, [set], at)
  if (stray) {
    const note = `Second payment for ${before._id}`
    await recordMovement(session, before, {
      kind: 'stray_payment',
      amountPaise,
      orderid: '',
      note,
      at,
      moved,
    })
  } else {
    const after = walletAfter(moved, before.userId, at)
    await MovementModel.updateOne({ _id: before._id }, { $set: { after } }, { session, timestamps: false })
  }
  return moved
}
