import * as z from 'zod/mini'
import { ApiType } from './api-types.ts'
import { isoTime } from './fields.ts'
import { route } from './http/route.ts'

const OurItem = z.object({ itemid: z.number(), name: z.string() })

/** A line of a supplier's price list, beside our items that are bought by it. */
export const SupplierPack = z.object({
  /** The supplier account and its id of the pack: `SMILEBR:13`. */
  id: z.string(),
  account: z.string(),
  /** What an item of it is delivered by; absent where nothing of ours is sold from that page any more. */
  apiType: z.optional(ApiType),
  supplierItemId: z.string(),
  name: z.string(),
  /** In the supplier's own unit. */
  price: z.number(),
  unit: z.string(),
  /** The price that its list had before, where it has changed within a week. */
  priceBefore: z.optional(z.number()),
  inStock: z.boolean(),
  /** Since when its list does not have it any more; null: it has. */
  goneAt: z.nullable(isoTime()),
  readAt: isoTime(),
  items: z.array(OurItem),
})
export type SupplierPack = z.output<typeof SupplierPack>

export const supplierPacks = route({
  method: 'GET',
  path: '/admin/supplierpacks',
  auth: { may: 'catalogue.view' },
  summary:
    'The suppliers’ price lists as they were read last, beside our items; and ids of ours that no list has',
  result: z.object({
    packs: z.array(SupplierPack),
    /** Items that are bought by an id which was never listed. */
    unlisted: z.array(z.extend(OurItem, { account: z.string(), supplierItemId: z.string() })),
  }),
  errors: [],
  errorField: 'message',
})
