import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'
import { route } from './route.ts'

type CsvOptions<Query extends z.ZodMiniType> = {
  summary: string
  /** The list's filters, without its pages. */
  query: Query
  /** The file's name. */
  file: string
  errors?: readonly ErrorCode[]
}

/**
 * The call that replies with a list as a CSV file, streamed by line: at the list's address, with its
 * permission and that of exports. The export is recorded in the audit log.
 */
export function csvOf<Query extends z.ZodMiniType>(
  list: { path: string; auth: { permission: Permission } },
  { file, ...options }: CsvOptions<Query>,
) {
  return {
    ...route({
      method: 'GET',
      path: `${list.path}/csv`,
      auth: { permission: [list.auth.permission, 'exports.create'] },
      // The lines on the server; they are never sent as JSON.
      result: z.custom<AsyncIterable<string>>(),
      errors: [],
      errorField: 'message',
      noStore: true,
      ...options,
    }),
    csv: file,
  }
}
