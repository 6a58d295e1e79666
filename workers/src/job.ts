import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/queues.ts'
import * as z from 'zod'

/** What every job carries: the document's id, and which of its due works this is. */
export const JobData = z.strictObject({ id: z.string().regex(/^[0-9a-f]{24}$/), seq: z.number().int() })
export type JobData = z.output<typeof JobData>

/** A job and what it does: parse, call one use case. */
export type JobHandler = { job: JobDefinition; handle(deps: Deps, data: JobData): Promise<void> }
