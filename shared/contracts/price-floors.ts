import * as z from 'zod/mini'
import { route } from './route.ts'

const percent = () => z.number().check(z.gte(0), z.lte(90))

/** The minimal margins over the cost, in percent of the price, for customers and for resellers. */
export const PriceFloors = z.object({
  customers: z.number(),
  resellers: z.number(),
  /** The version. */
  __v: z.number(),
})
export type PriceFloors = z.output<typeof PriceFloors>

export const priceFloors = route({
  method: 'GET',
  path: '/admin/pricefloors',
  auth: { permission: 'catalogue.view' },
  summary: 'The minimal margins of prices, below which the price sheet marks them',
  result: PriceFloors,
  errors: [],
  errorField: 'message',
})

export const savePriceFloors = route({
  method: 'POST',
  path: '/admin/pricefloors',
  auth: { permission: 'catalogue.prices' },
  summary: 'Set the minimal margins; rejected after another admin’s change',
  body: z.strictObject({
    customers: percent(),
    resellers: percent(),
    __v: z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000)),
  }),
  result: PriceFloors,
  errors: ['price_floors_changed'],
  errorField: 'message',
  idempotent: true,
})
