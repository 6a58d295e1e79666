import { model, Schema } from 'mongoose'
import { SupplyAlarm } from '../../contracts/supply.ts'

/** Something that operations should know, and how often it was so. One document for each kind and what it is about. */
export interface ISupplyAlarm {
  /** `price_changed:SMILEBR:13` */
  _id: string
  kind: SupplyAlarm['kind']
  account: string
  /** Empty where the whole account is concerned. */
  supplierItemId: string
  name: string
  /** Per cent above the list price; 0 where it isn't about a price. */
  marginLost: number
  detail: string
  count: number
  firstAt: Date
  lastAt: Date
}

export const alarmId = ({
  kind,
  account,
  supplierItemId,
}: Pick<ISupplyAlarm, 'kind' | 'account' | 'supplierItemId'>) => `${kind}:${account}:${supplierItemId}`

const text = { type: String, default: '' } as const

const alarmSchema = new Schema<ISupplyAlarm>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: SupplyAlarm.shape.kind.options, required: true },
    account: text,
    supplierItemId: text,
    name: text,
    marginLost: { type: Number, default: 0 },
    detail: text,
    count: { type: Number, default: 0 },
    firstAt: Date,
    lastAt: Date,
  },
  { collection: 'supply_alarms', strict: 'throw', versionKey: false },
)
alarmSchema.index({ lastAt: -1 }, { name: 'newest_first' })

export const SupplyAlarmModel = model<ISupplyAlarm>('SupplyAlarm', alarmSchema)
