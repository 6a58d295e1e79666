import type { AuditRow } from '../../../contracts/audit.ts'
import type { Look, Revealed } from '../../../contracts/vault.ts'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { unseal } from '../../../platform/secret-key.ts'
import { below } from '../../../platform/typed-update.ts'
import type { Caller, Origin } from '../../accounts/index.ts'
import { auditTarget, listAudit, writeAudit } from '../../audit/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { hasFailed, isPackSentAgain } from '../redelivery/redelivery-rules.ts'
import { lineAt } from './vault-lines.ts'
import { type IVault, VaultModel, vaultSecret } from './vault-model.ts'

type RevealDeps = TellDeps & Pick<Deps, 'env'>

/** `line`: its place among all lines of the order. */
export type Asked = { orderid: string; line: number; from: Origin }

const triesAtMost = 5
const looksShown = 20

/**
 * Opens one line of the caller's own vault and writes down that they did: it is not told without its row. The first look
 * is a change of the order, so that of a look and a refund at the same time one comes too late.
 * @throws not_found for other people's orders, admins' calls among them; vault_closed when it was given back, or failed as a
 * second delivery, or was sent again before it was opened
 */
export async function revealLine(deps: RevealDeps, caller: Caller, asked: Asked): Promise<Revealed> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const order = await OrderModel.findById(asked.orderid).lean<OrderDoc | null>()
    if (!order || String(order.userId) !== caller.userId) throw new AppError('not_found')
    const found = lineAt(order, asked.line)
    if (!found) throw new AppError('not_found', { field: 'line' })
    if (isClosed(order, found)) throw new AppError('vault_closed')
    const value = await open(deps, found)
    if (await noteLook(deps, caller, { order, found, asked })) {
      return { label: found.label, value, looks: await looksOf(order._id) }
    }
  }
  throw new AppError('order_moved_on')
}

type Found = NonNullable<ReturnType<typeof lineAt>>

/** What was sent again unopened is read there; what was opened before stays. */
const isClosed = (order: OrderDoc, { seenAt, part }: Found): boolean =>
  order.status === 'Refunded' || hasFailed(order) || (!seenAt && isPackSentAgain(order, part))

async function open({ env }: RevealDeps, { part, place }: Found): Promise<string> {
  const kept = await VaultModel.findById(part).lean<IVault | null>()
  const value = unseal(env, vaultSecret(part, place), kept?.sealed[place] ?? '')
  if (value === undefined) throw new Error(`${part} is not kept under a key that we have`)
  return value
}

/** @returns false when the order changed meanwhile and nothing was written */
async function noteLook(
  deps: RevealDeps,
  caller: Caller,
  { order, found, asked }: { order: OrderDoc; found: Found; asked: Asked },
): Promise<boolean> {
  const at = deps.clock.now()
  const { userId, name } = caller
  const { address, device } = asked.from
  const write = (session: Parameters<typeof writeAudit>[0]) =>
    writeAudit(
      session,
      { userId, name, from: address },
      {
        ...{ at, act: 'vault.look', target: auditTarget.order(order._id), before: {}, why: '' },
        after: { line: asked.line, label: found.label, device },
      },
    )
  if (found.seenAt) {
    await inTransaction(write)
    return true
  }
  const line = `vault.${found.partPlace}.lines.${found.place}` as const
  const after = await changeOrder(deps, order, {
    guard: {
      ...{ status: order.status, givenUpAt: null },
      'redelivery.state': order.redelivery?.state ?? (null as never),
      ...below(line, { seenAt: null }),
    },
    set: below(line, { seenAt: at }),
    also: write,
    actor: userId,
  })
  return after !== undefined
}

async function looksOf(orderid: string): Promise<Look[]> {
  return (await listAudit(auditTarget.order(orderid), { act: 'vault.look', most: looksShown })).map(lookOf)
}

const lookOf = ({ at, from, after }: AuditRow): Look => ({
  ...{ at, address: from, label: String(after.label), line: Number(after.line) },
  device: String(after.device),
})
