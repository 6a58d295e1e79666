import * as z from 'zod/mini'
import { route } from './route.ts'

export const supportContact = route({
  method: 'GET',
  path: '/support',
  auth: 'public',
  summary: 'Tell whom a customer can reach, and who runs the shop; null for each that is not named',
  result: z.object({
    /** A mail address, a number or a page. */
    contact: z.nullable(z.string()),
    /** A number with its country, digits alone, at which a messaging app reaches the shop. Absent from an api of before. */
    phone: z.optional(z.nullable(z.string())),
    /** The page of a chat, which takes a message as `text`. */
    chat: z.optional(z.nullable(z.string())),
    /** The shop's own pages elsewhere. Absent from an api of the release before. */
    social: z.optional(z.array(z.object({ name: z.string(), href: z.string() }))),
    /** The legal name and address of who runs the shop. */
    seller: z.optional(z.nullable(z.string())),
    /** Who answers for complaints. */
    officer: z.optional(z.nullable(z.object({ name: z.string(), contact: z.nullable(z.string()) }))),
    /** In how many hours a report of an order is answered. Absent from an api of the release before. */
    answerHours: z.optional(z.number()),
  }),
  errors: [],
  errorField: 'message',
})
