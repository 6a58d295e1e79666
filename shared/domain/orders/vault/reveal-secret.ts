import type { AuditRow } from '../../../contracts/audit.ts'
import type { Reveal, Revealed } from '../../../contracts/vault.ts'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { decrypt } from '../../../platform/secret-key.ts'
import { prefixPath } from '../../../platform/typed-update.ts'
import type { Caller, Client } from '../../accounts/index.ts'
import { auditTarget, listAudit, writeAudit } from '../../audit/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { isFailedRedelivery, isUnitRedelivered } from '../rules/redelivery-rules.ts'
import { secretAt } from '../rules/vault-view.ts'
import { type IVault, VaultModel, vaultSecret } from './vault-model.ts'

type RevealDeps = PublishDeps & Pick<Deps, 'env'>

/** `secret`: its index among all secrets of the order. */
export type RevealInput = { orderid: string; secret: number; from: Client }

const maxTries = 5
const shownReveals = 20

/**
 * Reveals one secret of the caller's own order and audits it: no secret is returned without its audit row.
 * The first reveal changes the order, so that of a concurrent reveal and refund one fails.
 * @throws not_found for other customers' orders, also for admins; secrets_unavailable when the order was
 * refunded, is a failed redelivery, or was redelivered before the secret was revealed; secrets_deleted when it was
 * cleared
 */
export async function revealSecret(deps: RevealDeps, caller: Caller, input: RevealInput): Promise<Revealed> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await OrderModel.findById(input.orderid).lean<OrderDoc | null>()
    if (!order || String(order.userId) !== caller.userId) throw new AppError('not_found')
    const found = secretAt(order, input.secret)
    if (!found) throw new AppError('not_found', { field: 'secret' })
    if (isUnavailable(order, found)) throw new AppError('secrets_unavailable')
    const value = await decryptSecret(deps, found)
    if (await recordReveal(deps, caller, { order, found, input })) {
      return { label: found.label, value, reveals: await revealsOf(order._id) }
    }
  }
  throw new AppError('order_changed')
}

type Found = NonNullable<ReturnType<typeof secretAt>>

/**
 * A secret that was not revealed before a redelivery is revealed in the redelivery; one that was stays
 * available.
 */
const isUnavailable = (order: OrderDoc, { revealedAt, deliveryId }: Found): boolean =>
  order.status === 'Refunded' ||
  isFailedRedelivery(order) ||
  (!revealedAt && isUnitRedelivered(order, deliveryId))

async function decryptSecret({ env }: RevealDeps, { deliveryId, index }: Found): Promise<string> {
  const stored = await VaultModel.findById(deliveryId).lean<IVault | null>()
  if (!stored) throw new AppError('secrets_deleted')
  const value = decrypt(env, vaultSecret(deliveryId, index), stored.encrypted[index] ?? '')
  if (value === undefined) throw new Error(`${deliveryId} is not kept under a key that we have`)
  return value
}

/** @returns false when the order has changed and nothing was written */
async function recordReveal(
  deps: RevealDeps,
  caller: Caller,
  { order, found, input }: { order: OrderDoc; found: Found; input: RevealInput },
): Promise<boolean> {
  const at = deps.clock.now()
  const { userId, name } = caller
  const { address, device } = input.from
  const write = (tx: Parameters<typeof writeAudit>[0]) =>
    writeAudit(
      tx,
      { userId, name, from: address },
      {
        at,
        action: 'secret.reveal',
        target: auditTarget.order(order._id),
        about: userId,
        before: {},
        reason: '',
        after: { secret: input.secret, label: found.label, device },
      },
    )
  if (found.revealedAt) {
    await inTransaction(write)
    return true
  }
  const secret = `vault.${found.deliveryIndex}.secrets.${found.index}` as const
  const after = await changeOrder(deps, order, {
    guard: {
      status: order.status,
      givenUpAt: null,
      'redelivery.state': order.redelivery?.state ?? (null as never),
      // A value that an admin replaced since it was read is not returned.
      ...prefixPath(secret, { revealedAt: noDate, replacedAt: found.replacedAt ?? noDate }),
    },
    set: prefixPath(secret, { revealedAt: at }),
    inSameTransaction: write,
    actor: userId,
  })
  return after !== undefined
}

/** Equality with null matches every path through a list: an element has no field that is named like an index. */
const noDate = { $not: { $type: 'date' } } as never

async function revealsOf(orderid: string): Promise<Reveal[]> {
  return (await listAudit(auditTarget.order(orderid), { action: 'secret.reveal', limit: shownReveals })).map(
    revealOf,
  )
}

const revealOf = ({ at, from, after }: AuditRow): Reveal => ({
  at,
  address: from,
  label: String(after.label),
  secret: Number(after.secret),
  device: String(after.device),
})
