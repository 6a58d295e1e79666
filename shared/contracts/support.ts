import * as z from 'zod/mini'
import { route } from './http/route.ts'

export const supportContact = route({
  method: 'GET',
  path: '/support',
  auth: 'public',
  summary: 'Tell whom a customer can reach: a mail address, a number or a page; null where nobody is named',
  result: z.object({ contact: z.nullable(z.string()) }),
  errors: [],
  errorField: 'message',
})
