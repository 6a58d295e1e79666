import * as z from 'zod/mini'
import { route } from './route.ts'

export const exportPersonalData = route({
  method: 'GET',
  path: '/user/data',
  auth: 'session',
  summary:
    'All personal data of the caller, as a zip of JSON files; asks for a sign-in or a proof within five minutes, and is recorded in the audit log',
  result: z.custom<AsyncIterable<Uint8Array>>(),
  errors: ['proof_required', 'contact_frozen', 'too_many_requests'],
  errorField: 'message',
  noStore: true,
  zip: 'my-data.zip',
})
