import { formatPaise, toRupees } from '../../contracts/money.ts'
import { rooms } from '../../contracts/realtime.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  type Caller,
  enqueueNotifications,
  findUser,
  type IUser,
  publishRevoked,
  requirePermission,
  requireSettledRole,
} from '../accounts/index.ts'
import { ApprovalRequestModel, type IApprovalRequest } from '../approvals/index.ts'
import type { Actor } from '../audit/index.ts'
import { adjustmentText } from '../customers/index.ts'
import type { Deps } from '../deps.ts'
import { confirmErasure } from '../erasure/index.ts'
import { decideOrder, resolveUnit } from '../orders/index.ts'
import { publishWallets, walletBalancePaise } from '../wallet/index.ts'
import { closeAsApproved, type DecidedRequest, executeApproval } from './approve-request.ts'
import { decideInvitation } from './decide-invitation.ts'
import { rejectRequest } from './reject-request.ts'

type RequestDecision = {
  id: string
  decision: 'approve' | 'reject' | 'withdraw'
  reason?: string | undefined
}

type DecideDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

/**
 * Records the decision of a second admin about a request, or the requester's withdrawal. The first decision wins. An
 * approval and the requested change are committed together.
 * @returns `balance` in rupees, after the change
 * @throws AppError `not_found`, `role_not_permitted`, `own_approval`, `role_too_new`, `approval_closed`,
 * `approval_expired`, `reason_missing`, `insufficient_balance`, `verified_email_required`, `erasure_blocked`; for a refund, what
 * `decideOrder` and `resolveUnit` throw
 */
export async function decideRequest(
  deps: DecideDeps,
  admin: Caller & Actor,
  input: RequestDecision,
): Promise<{ message: string; balance: number }> {
  const result = await decide(deps, admin, input)
  // The decision is made: the requester's page shows it at the next fetch at the latest.
  await publishDecision(deps, input.id).catch((err: unknown) =>
    deps.log.warn({ err, request: input.id }, 'decision not published'),
  )
  return result
}

/** Publishes a decision to the open pages of its requester, without a reload. */
async function publishDecision({ publisher }: Pick<Deps, 'publisher'>, id: string): Promise<void> {
  const request = await ApprovalRequestModel.findById(id).lean<IApprovalRequest | null>()
  if (!request?.decided || (request.state !== 'approved' && request.state !== 'rejected')) return
  const { kind, state, askedBy, decided, userId, invited, amountPaise } = request
  const user = invited ?? (await findUser(String(userId)))
  publisher.publish(rooms.user(askedBy.userId), 'approval.decided', {
    id,
    kind,
    state,
    by: decided.name,
    reason: decided.reason,
    name: user?.name ?? '',
    amount: toRupees(amountPaise),
  })
}

async function decide(
  deps: DecideDeps,
  admin: Caller & Actor,
  { id, decision, reason = '' }: RequestDecision,
): Promise<{ message: string; balance: number }> {
  const request = await ApprovalRequestModel.findById(id).lean<IApprovalRequest | null>()
  if (request && decision === 'approve') await requireSettledRole(admin.userId, deps.clock.now())
  if (request?.invited) {
    requireDecidable(request, admin, { decision, reason })
    return decideInvitation(deps, admin, { request, decision, reason, at: deps.clock.now() })
  }
  const user = request ? await findUser(String(request.userId)) : null
  if (!request || !user) throw new AppError('not_found')
  requireDecidable(request, admin, { decision, reason })
  const decided = { request, user, reason, at: deps.clock.now() }
  if (request.kind === 'erasure' && decision === 'approve') {
    const outcome = await confirmErasure(deps, admin, decided)
    return {
      message: erasureText(outcome, user),
      balance: toRupees(await walletBalancePaise(String(user._id))),
    }
  }
  if (decision !== 'approve') await rejectRequest(deps, admin, { ...decided, decision })
  else if (request.kind === 'refund') await executeApprovedRefund(deps, admin, decided)
  else await approveAndNotify(deps, admin, decided)
  const message = decision === 'approve' ? approvedText(request, user) : closedTexts[decision]
  return { message, balance: toRupees(await walletBalancePaise(String(user._id))) }
}

/** Executes an approved request, then publishes the changes and enqueues the notifications. */
export async function approveAndNotify(
  deps: Pick<Deps, 'queues' | 'publisher' | 'log'>,
  admin: Actor,
  decided: DecidedRequest,
): Promise<void> {
  const { kind } = decided.request
  const { updatedWallets, user, notifications } = await inTransaction((tx) =>
    executeApproval(tx, admin, decided),
  )
  publishWallets(deps, updatedWallets)
  await enqueueNotifications(deps, notifications)
  if (kind === 'staff_role' || kind === 'owner') await publishRevokedOf(user, deps)
}

const closedTexts = {
  reject: 'Rejected. Nothing was changed.',
  withdraw: 'Withdrawn. Nothing was changed.',
} as const

/** The permission needed to approve or reject each kind of request. */
export const approvalPermission = {
  balance: 'wallets.adjust',
  staff_role: 'staff.manage',
  owner: 'staff.manage',
  refund: 'orders.decide',
  erasure: 'customers.erase',
} as const

/**
 * Requesters may only withdraw. Other admins with the permission may reject, or approve unless the request is about
 * themselves.
 */
function requireDecidable(
  { kind, askedBy, userId }: IApprovalRequest,
  admin: Caller,
  { decision, reason }: Required<Pick<RequestDecision, 'decision'>> & { reason: string },
): void {
  const isOwn = askedBy.userId === admin.userId
  if (decision === 'withdraw') {
    if (isOwn) return
    throw new AppError('forbidden')
  }
  requirePermission(admin, approvalPermission[kind])
  if (isOwn) throw new AppError('own_approval')
  if (decision === 'approve' && String(userId) === admin.userId) {
    const message = 'This is about your own account: another admin has to answer.'
    throw new AppError('own_approval', { message })
  }
  if (decision === 'reject' && reason === '') throw new AppError('reason_missing', { field: 'reason' })
}

async function publishRevokedOf({ _id }: IUser, deps: Pick<Deps, 'publisher'>): Promise<void> {
  const user = await findUser(String(_id))
  if (user) await publishRevoked(user, deps)
}

/**
 * Executes an approved refund against the current order. Request, order and money change in one transaction; an order
 * that has changed since the request refuses it.
 * @throws what `decideOrder` and `resolveUnit` throw, `approval_closed`, `approval_expired`
 */
async function executeApprovedRefund(
  deps: Parameters<typeof resolveUnit>[0],
  admin: Caller & Actor,
  decided: DecidedRequest,
): Promise<void> {
  const { refund, askedBy, askedAt, amountPaise, reason } = decided.request
  if (!refund) return
  const { orderid, unit, attempt, version, resolvesTicket, codeRevealed } = refund
  const override = refund.override ? true : undefined
  const approved = {
    askedBy,
    askedAt,
    amountPaise,
    refund,
    close: (tx: Parameters<typeof closeAsApproved>[0]) => closeAsApproved(tx, admin, decided),
  }
  if (unit) {
    await resolveUnit(deps, admin, {
      orderid,
      unit,
      attempt,
      answer: 'refund',
      reason,
      amountPaise,
      approved,
      override,
    })
    return
  }
  await decideOrder(deps, admin, {
    orderid,
    to: 'Refunded',
    reason,
    version,
    approved,
    override,
    ...(codeRevealed && { codeRevealed }),
    ...(resolvesTicket && { resolvesTicket }),
  })
}

/** The message after an approval was executed. */
function approvedText({ kind, amountPaise, refund }: IApprovalRequest, { name }: IUser): string {
  switch (kind) {
    case 'balance':
      return adjustmentText(amountPaise, name)
    case 'staff_role':
      return `${name} is an admin now, and has to sign in again.`
    case 'owner':
      return 'Approved. The account of an owner was changed, and the owners get a mail.'
    case 'refund':
      return `${formatPaise(amountPaise)} of ${refund?.orderid ?? 'the order'} is in ${name}’s wallet.`
    case 'erasure':
      return erasureText('approved', { name })
    default:
      return kind satisfies never
  }
}

const erasureText = (outcome: 'confirmed' | 'approved', { name }: Pick<IUser, 'name'>): string =>
  outcome === 'confirmed'
    ? `Confirmed. Another staff member has to confirm the deletion of ${name}’s account, too.`
    : `Approved. ${name}’s account will be deleted. Until then ${name} can cancel it.`
