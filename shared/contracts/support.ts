import * as z from 'zod/mini'
import { route } from './route.ts'

export const supportContact = route({
  method: 'GET',
  path: '/support',
  auth: 'public',
  summary: 'How customers reach the shop, and who runs it; null for each that is not set',
  result: z.object({
    /** A mail address, a number or a page. */
    contact: z.nullable(z.string()),
    /** A mail address of the shop, for a contact that is none or is not set. */
    mail: z.optional(z.string()),
    /** A number with its country code, digits only, of the shop's messaging app. */
    phone: z.optional(z.nullable(z.string())),
    /** The page of a chat, which takes a message as `text`. */
    chat: z.optional(z.nullable(z.string())),
    /** The shop's own pages on other sites. */
    social: z.optional(z.array(z.object({ name: z.string(), href: z.string() }))),
    /** The legal name and address of the seller. */
    seller: z.optional(z.nullable(z.string())),
    /** The grievance officer. */
    grievance: z.optional(z.nullable(z.object({ name: z.string(), contact: z.nullable(z.string()) }))),
    /** In how many hours a ticket is answered. */
    answerHours: z.optional(z.number()),
  }),
  errors: [],
  errorField: 'message',
})
