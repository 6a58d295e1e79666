import { toRupees } from '@jhatpat/shared/contracts/money.ts'
import * as calls from '@jhatpat/shared/contracts/wallet.ts'
import { requireOwnUserId } from '@jhatpat/shared/domain/accounts/index.ts'
import { startTopUp } from '@jhatpat/shared/domain/checkout/index.ts'
import { lastCheck } from '@jhatpat/shared/domain/payments/index.ts'
import {
  confirmTopUp,
  countTransactions,
  findTopUp,
  listTransactions,
  transactionView,
  type WalletTransactionDoc,
  walletBalancePaise,
  walletMonthTotals,
} from '@jhatpat/shared/domain/wallet/index.ts'
import type { Mount } from '../http/mount.ts'
import { ownUserIdOf } from '../http/owner-id.ts'
import type { ApiDeps } from '../realtime/api-deps.ts'

export function mountWallet(mount: Mount, deps: ApiDeps): void {
  mount(calls.walletBalance, async ({ caller, params }) => ({
    balance: toRupees(await walletBalancePaise(await ownUserIdOf(caller, params.userid))),
  }))

  mount(calls.walletTransactions, async ({ caller, params, query }) =>
    listTransactions(await ownUserIdOf(caller, params.userid), query),
  )

  mount(calls.walletCount, async ({ caller, params, query }) =>
    countTransactions(await ownUserIdOf(caller, params.userid), query),
  )

  mount(calls.walletMonth, async ({ caller, params }) =>
    walletMonthTotals(await ownUserIdOf(caller, params.userid), deps.clock.now()),
  )

  mount(calls.topUp, async ({ caller, body, reference }) => {
    requireOwnUserId({ ...caller, role: 'user' }, body.userid, 'userid')
    const { userId, userid, name, email, mobilenumber } = caller
    const owner = { userId, userid, name, email, mobilenumber }
    return { data: await startTopUp(deps, owner, { txnid: reference('JT'), amount: body.value }) }
  })

  mount(calls.topUpStatus, async ({ caller, body }) => {
    const found = await findTopUp(body.client_txn_id, caller)
    const { payment } = found
    const settled = payment === null || payment.state === 'paid' || deps.quietMode.current() !== undefined
    return { data: statusOf(settled ? found : await confirmTopUp(deps, found)) }
  })
}

function statusOf(transaction: WalletTransactionDoc) {
  const { txnid, status, amount, createdAt, revision, state } = transactionView(transaction)
  const asked = lastCheck(transaction.payment)
  return {
    txnid,
    status,
    amount,
    createdAt,
    revision,
    ...(state ? { state } : {}),
    payBefore: (transaction.payment?.payBefore ?? transaction.createdAt).toISOString(),
    upi_txn_id: transaction.payment?.captures[0]?.bankReference ?? '',
    ...(asked ? { asked } : {}),
  }
}
