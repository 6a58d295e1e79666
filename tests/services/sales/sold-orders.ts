import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { isoDayOf, startOfIstDay } from '@jhatpat/shared/platform/clock.ts'

const ago = (days: number) => isoDayOf(new Date(Date.now() - days * 86_400_000))

/** The day of the story and the one after it, both over, and the one before. */
export const [dayBefore, day, dayAfter] = [ago(4), ago(3), ago(2)] as const

/** A moment of a day in India, at so many minutes after midnight. */
export const at = (minutes: number, of = day) => new Date(startOfIstDay(of).getTime() + minutes * 60_000)

let made = 0

export type Sold = {
  paise?: number
  status?: string
  product?: string
  item?: number
  role?: string
  way?: 'upi' | 'wallet'
  /** When it was paid, and delivered; null: it never was. */
  paid?: Date | null
  delivered?: Date | null
  ended?: { at: Date; by?: string; previous?: { status: string; at: Date } }
  costs?: (string | null)[]
  more?: Record<string, unknown>
}

/** A second delivery, which costs its customer nothing. */
export const second = { paise: 0, way: 'wallet', more: { redeliveryOf: 'JPFIRST' } } satisfies Sold

const unit = (cost: string | null, answeredAt: Date) =>
  cost === null
    ? { state: 'rejected', code: '201', cost: '9', answeredAt }
    : { state: 'delivered', cost, answeredAt }

/** An order as it is stored, as far as figures are made of it: delivered at noon after a minute, unless told else. */
export function makeSoldOrder(sold: Sold = {}) {
  made += 1
  const {
    paise = 10_000,
    status = 'Completed',
    product = 'mlbb',
    item = 13,
    role = 'user',
    way = 'upi',
  } = sold
  const delivered = sold.delivered === undefined ? at(720) : sold.delivered
  const paid = sold.paid === undefined ? at(719) : sold.paid
  const end = sold.ended ?? { at: delivered ?? at(720) }
  return {
    ...{
      _id: `JPSOLD${made}`,
      status,
      pricePaise: paise,
      partlyRefundedPaise: 0,
      paymentmode: way,
      reason: '',
      due: {},
    },
    ...{ customer: { role }, product: { productid: product, name: product.toUpperCase() } },
    item: { itemid: item, name: `Item ${item}`, apiType: 'SMILEBR' },
    ...{ processingAt: paid, completedAt: delivered, ended: { by: 'supplier', previous: null, ...end } },
    units: (sold.costs ?? ['50']).map((cost) => unit(cost, delivered ?? end.at)),
    ...sold.more,
  }
}

export const putOrders = (orders: readonly object[]) => OrderModel.collection.insertMany(orders as never)
