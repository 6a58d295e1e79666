import type { Env } from '@jhatpat/shared/platform/env.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { createMailSender } from '@jhatpat/shared/providers/mail/registry.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import mongoose from 'mongoose'

type FloorDoc = {
  _id: string
  wallet?: string
  status?: string
  at?: Date
  amountPaise?: number
  balancePaise?: number
  orders?: number
  postings?: number[]
}

/** The minimal database writes of an order: three new documents, two changed, in one transaction. */
export async function writeOrder(id: string, wallet: string): Promise<void> {
  const of = (name: string) => mongoose.connection.collection<FloorDoc>(`floor_${name}`)
  const at = new Date()
  await inTransaction(async (session) => {
    await of('wallets').updateOne({ _id: wallet }, { $inc: { balancePaise: -100 } }, { session })
    await of('orders').insertOne({ _id: id, wallet, status: 'Processing', at }, { session })
    await of('transactions').insertOne({ _id: id, wallet, amountPaise: -100, at }, { session })
    await of('journal_entries').insertOne({ _id: id, postings: [-100, 100], at }, { session })
    await of('counts').updateOne({ _id: wallet }, { $inc: { orders: 1 } }, { upsert: true, session })
  })
}

/** The one write that a single wallet needs: its balance decreases, never below zero. */
export async function takeFromWallet(wallet: string): Promise<void> {
  const wallets = mongoose.connection.collection<{ _id: string; balancePaise: number }>('floor_wallets')
  const filter = { _id: wallet, balancePaise: { $gte: 1 } }
  const { matchedCount } = await wallets.updateOne(filter, { $inc: { balancePaise: -1 } })
  if (matchedCount !== 1) throw new Error(`${wallet} has nothing left`)
}

export type Outside = (id: string) => Promise<void>

/** The two external calls that every order needs: one purchase, one mail. */
export function callsOutside(env: Env): Outside {
  const delivery = createSuppliers({ ...env, capture: undefined }).forApiType('MOOGOLDGENSHIN')
  const mail = createMailSender(env)
  if (!delivery) throw new Error('no supplier for MOOGOLDGENSHIN')
  return async (id) => {
    const outcome = await delivery.supplier.purchaseUnit({
      unitRef: id,
      productSlug: delivery.productSlug,
      supplierItemId: '428080',
      account: delivery.account('800000001', 'Asia'),
    })
    if (outcome.kind !== 'delivered' && outcome.kind !== 'accepted') {
      throw new Error(`the purchase of the floor was ${outcome.kind}`)
    }
    await mail.send({
      to: 'floor@mail.test',
      subject: 'Delivered',
      text: `Order ${id} was delivered.`,
    })
  }
}
