import { model, Schema } from 'mongoose'
import { SupplyAlert } from '../../contracts/supply.ts'

/** An alert for operations, and how often it was raised. One document per kind and subject. */
export interface IAlert {
  /** `price_changed:SMILEBR:13` */
  _id: string
  kind: SupplyAlert['kind']
  account: string
  /** Empty when the whole account is concerned. */
  supplierItemId: string
  name: string
  /** Per cent above the list price; 0 when it is not about a price. */
  marginLost: number
  detail: string
  count: number
  firstAt: Date
  lastAt: Date
}

export const alertId = ({
  kind,
  account,
  supplierItemId,
}: Pick<IAlert, 'kind' | 'account' | 'supplierItemId'>) => `${kind}:${account}:${supplierItemId}`

const text = { type: String, default: '' } as const

const alertSchema = new Schema<IAlert>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: SupplyAlert.shape.kind.options, required: true },
    account: text,
    supplierItemId: text,
    name: text,
    marginLost: { type: Number, default: 0 },
    detail: text,
    count: { type: Number, default: 0 },
    firstAt: Date,
    lastAt: Date,
  },
  { collection: 'alerts', strict: 'throw', versionKey: false },
)
alertSchema.index({ lastAt: -1 }, { name: 'newest_first' })

export const AlertModel = model<IAlert>('Alert', alertSchema)
