import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { paths } from './paths.ts'
import { route } from './route.ts'

/** As `boardCursor` writes it. */
const placePattern = /^[01]\.\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.JP[A-Z0-9]{6,40}$/

export const processing = route({
  ...paths.processing,
  auth: { permission: 'board.view' },
  summary: 'Processing orders: first those that need an admin, then the others, the oldest first',
  query: z.strictObject({
    /** The position of the last order of the previous page (`boardCursor`). */
    after: z.optional(z.string().check(z.regex(placePattern, 'must be a place on the board'))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
  }),
  result: z.array(BoardOrder),
  errors: [],
  errorField: 'message',
})

export const processingCounts = route({
  ...paths.processingCounts,
  auth: { permission: 'board.view' },
  summary: 'How many Processing orders there are of each kind, over all pages',
  result: z.object({
    all: z.number(),
    needsAction: z.number(),
    /** Past the promised time. */
    late: z.number(),
    unknown: z.number(),
    /** Assigned to the caller; assigned to any admin. */
    mine: z.number(),
    assigned: z.number(),
  }),
  errors: [],
  errorField: 'message',
})

export const takeNext = route({
  method: 'POST',
  path: '/admin/processing/next',
  auth: { permission: 'orders.decide' },
  summary:
    'Assign the next order to the caller: one that needs an admin and is not assigned. Overdue ones first, the oldest first; then the least time left, which counts down up to three times as fast the higher the order’s price is',
  body: z.strictObject({}),
  /** null: nothing is left. */
  result: z.object({ order: z.nullable(BoardOrder) }),
  errors: [],
  errorField: 'message',
  idempotent: true,
})
