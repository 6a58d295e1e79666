import * as z from 'zod/mini'
import { route } from './http/route.ts'

export const supportContact = route({
  method: 'GET',
  path: '/support',
  auth: 'public',
  summary: 'Tell whom a customer can reach: a mail address, a number or a page; null where nobody is named',
  result: z.object({
    contact: z.nullable(z.string()),
    /** In how many hours a report of an order is answered. Absent from an api of the release before. */
    answerHours: z.optional(z.number()),
  }),
  errors: [],
  errorField: 'message',
})
