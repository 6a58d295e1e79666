import { supplierNameFor } from '../../../contracts/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { ignoreDuplicate } from '../../../platform/mongo.ts'
import { readSnapshot } from '../../../platform/snapshot.ts'
import { raiseAlert } from '../../alerts/index.ts'
import type { Deps } from '../../deps.ts'
import { startIncident } from '../../incidents/index.ts'
import { holdViolation, type OrderDoc, OrderModel } from '../../orders/index.ts'
import { ContinuousCheckModel, type IContinuousCheck } from './check-model.ts'
import { findViolations } from './find-violations.ts'
import type { Violation } from './order-rules.ts'
import { readSample } from './read-sample.ts'

type CheckDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'publisher' | 'queues'>

const checked = 'orders' as const

/**
 * Checks a sample of open orders and those that have just ended, once per `CONTINUOUS_CHECK_MS` over all processes; 0
 * switches it off. An order that breaks a rule goes to a person, an alert is raised, and purchases from its supplier
 * stop until a person ends the incident.
 * @returns when the next run is due; no process brings it forward
 */
export async function checkOrders(deps: CheckDeps): Promise<Date | undefined> {
  if (deps.env.CONTINUOUS_CHECK_MS === 0) return undefined
  const { run, nextAt } = await acquireRun(deps)
  if (!run) return nextAt
  const { suspects, next } = await readSnapshot(async (snapshot) => {
    const sample = await readSample(snapshot, run, deps.clock.now())
    return { suspects: await findViolations(snapshot, sample.orders), next: sample.next }
  })
  for (const orderid of new Set(suspects.map((violation) => violation.orderid))) await recheck(deps, orderid)
  await ContinuousCheckModel.updateOne({ _id: checked }, { $set: next })
  return nextAt
}

/**
 * Sets the next start before the work. After a crash a later run takes the same sample, since the position is stored at
 * the end.
 */
async function acquireRun({ clock, env }: CheckDeps): Promise<{ run?: IContinuousCheck; nextAt: Date }> {
  const now = clock.now()
  const stored = await ContinuousCheckModel.findById(checked).lean<IContinuousCheck | null>()
  if (!stored) await ignoreDuplicate(() => ContinuousCheckModel.insertMany([{ _id: checked, nextAt: now }]))
  if (!stored || stored.nextAt > now) return { nextAt: stored?.nextAt ?? now }
  const nextAt = new Date(now.getTime() + env.CONTINUOUS_CHECK_MS)
  const run = await ContinuousCheckModel.findOneAndUpdate(
    { _id: checked, nextAt: { $lte: now } },
    { $set: { nextAt } },
  ).lean<IContinuousCheck | null>()
  return { nextAt, ...(run && { run }) }
}

/** Reads an order again in a snapshot of its own; only rules that are still broken count. */
async function recheck(deps: CheckDeps, orderid: string): Promise<void> {
  const { order, violations } = await readSnapshot(async (snapshot) => {
    const read = await OrderModel.findById(orderid, null, { session: snapshot }).lean<OrderDoc | null>()
    return { order: read, violations: read ? await findViolations(snapshot, [read]) : [] }
  })
  if (!order) return
  for (const violation of violations) await holdAndAlert(deps, order, violation)
}

/** The order is written last: after a crash before it, the next run repeats the reaction. */
async function holdAndAlert(deps: CheckDeps, order: OrderDoc, violation: Violation): Promise<void> {
  const isKnown = order.supplierConflicts.some(
    ({ kind, supplierMessage }) =>
      kind === 'check_failed' && supplierMessage === violation.message.slice(0, 300),
  )
  if (isKnown) return
  deps.log.fatal(violation, 'an order breaks a rule that must always hold')
  const account = supplierNameFor(order.item.apiType)
  if (account && order.delivery === 'instant') await stopPurchases(deps, account, violation)
  await raiseAlert(deps, {
    kind: 'rule_broken',
    account: account ?? '',
    supplierItemId: violation.orderid,
    name: order.item.name,
    detail: violation.message,
  })
  await holdViolation(deps, violation)
}

/** Customers are promised an update within half an hour. */
const nextUpdateInMinutes = 30

const incidentTexts = {
  en: 'We check something on our side. Paid orders are safe, and go out as soon as we are done.',
  hi: 'हम अपनी ओर कुछ जाँच रहे हैं। भुगतान किए गए ऑर्डर सुरक्षित हैं और जाँच पूरी होते ही भेजे जाएँगे।',
}

async function stopPurchases(
  deps: CheckDeps,
  scope: NonNullable<ReturnType<typeof supplierNameFor>>,
  { orderid, message: sentence }: Violation,
): Promise<void> {
  const actor = { userId: 'system', name: 'Continuous check' }
  const reason = `${orderid} breaks a rule: ${sentence}`.slice(0, 300)
  await startIncident(deps, actor, { scope, reason, ...incidentTexts, nextUpdateInMinutes }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'incident_open')) throw error
    },
  )
}
