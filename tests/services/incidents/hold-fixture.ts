import { randomUUID } from 'node:crypto'
import * as calls from '@jhatpat/shared/contracts/incidents.ts'
import { IncidentModel } from '@jhatpat/shared/domain/incidents/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { until } from '../../support/buying.ts'
import type { Person } from '../../support/person.ts'

type Started = Awaited<ReturnType<typeof incidentsOf>>[number]
export type Scope = Started['scope']

const customerMessage = {
  en: 'Mobile Legends takes longer.',
  hi: 'Mobile Legends में देर हो रही है।',
  nextUpdateInMinutes: 30,
}

export const incidentsOf = async (admin: Person) => (await admin.call(calls.incidents, {})).open

/** The incident calls of an admin, each with its own idempotency key. */
export function holdFixture(admin: Person) {
  const key = () => ({ idempotencyKey: randomUUID() })
  const incidentById = async (incident: string) => {
    const { open, past } = await admin.call(calls.incidents, {})
    const one = [...open, ...past].find(({ id }) => id === incident)
    if (!one) throw new Error(`${incident} does not exist`)
    return one
  }
  return {
    find: incidentById,
    start: (scope: Scope) =>
      admin.call(calls.startIncident, {
        body: { scope, reason: 'No answers', ...customerMessage },
        ...key(),
      }),
    transition: async (incident: string, to: 'release' | 'stop' | 'hold', perMinute = 240) => {
      const { version } = await incidentById(incident)
      return admin.call(calls.transitionIncident, {
        params: { incident },
        body: { to, perMinute, version },
        ...key(),
      })
    },
    updateMessage: async (incident: string, en: string) => {
      const { version } = await incidentById(incident)
      const body = { ...customerMessage, en, version }
      return admin.call(calls.updateIncidentMessage, { params: { incident }, body, ...key() })
    },
  }
}

export const stored = (id: string) => OrderModel.findById(id).lean<OrderDoc>() as Promise<OrderDoc>

/** The order once it is on hold. */
export const untilHeld = (id: string): Promise<OrderDoc> =>
  until(
    () => stored(id),
    (order) => order.pendingReason?.kind === 'on_hold' && order.due.fulfil.at === null,
  )

/** Ends all incidents and held orders, so that the next test starts without any. */
export async function endAllIncidents(): Promise<void> {
  for (const { _id } of await IncidentModel.find({ hasNoHeldOrders: false }).lean())
    await IncidentModel.updateOne({ _id }, { $set: { state: 'ended', hasNoHeldOrders: true } })
}
