import type { Scenario } from '../load/scenario.ts'

/** The supplier acts, or not, and then times out, resets, answers 500, cuts its JSON, or names no order. */
export const supplierBreaksItsAnswer: Scenario = {
  number: 5,
  title: 'the supplier breaks its answer',
  quick: false,
  environment: {},
  async run({ load, settled, environment, count, expect, note }) {
    note('suppliers spoil most orders')
    await load({ mix: 'spoilt', spreadMs: count * 100 })
    // Each unclear purchase blocks its account until the balance has been read twice: they are settled one
    // after the other.
    await settled(180_000)
    const orders = await environment.db.collection('orders').find({}).toArray()
    const unclear = orders.filter((order) => order.pendingReason?.kind === 'outcome_unknown')
    const unknown = orders.flatMap((order) => order.units).filter((unit) => unit.state === 'unknown')
    expect(unclear.length > 0, 'some outcomes at a supplier that cannot be asked wait for an admin')
    expect(
      unclear.every((order) => order.item.apiType.startsWith('SMILE')),
      'only those of Smile.one wait for an admin',
    )
    expect(unknown.length === unclear.length, 'each of these orders has one unit of unknown outcome')
  },
}
