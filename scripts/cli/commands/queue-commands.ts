import { formatPaise, toRupees } from '@jhatpat/shared/contracts/money.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  assessTask,
  requeueTask,
  type TaskAssessment,
  taskKindOf,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import { type QueueName, queueNames } from '@jhatpat/shared/platform/job-definition.ts'
import type { Job } from 'bullmq'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, name, reason } from '../kit/fields.ts'
import { countQueues } from '../kit/queue-counts.ts'
import { plural, table } from '../kit/table.ts'

/** At most this many failed jobs of a queue are listed or retried at once. */
const maxJobs = 500

const queueName = () =>
  z.enum(queueNames as [QueueName, ...QueueName[]], `must be one of ${queueNames.join(', ')}`)

export const queueList = defineCommand({
  name: 'queue:list',
  summary: 'counts the jobs of every queue, or lists the failed ones of one',
  example: 'payments',
  parameters: { '[queue]': 'a queue, whose failed jobs are listed' },
  input: z.strictObject({ queue: queueName().optional() }),
  run: async (context, { queue }) => {
    const deps = await context.deps()
    if (queue === undefined) {
      const counts = await countQueues(deps)
      return {
        value: counts,
        text: table(
          ['queue', 'active', 'waiting', 'delayed', 'failed', ''],
          counts.map((one) => [
            one.queue,
            one.active,
            one.waiting,
            one.delayed,
            one.failed,
            one.isPaused ? 'PAUSED' : '',
          ]),
        ),
      }
    }
    const jobs = (await failedJobs(deps, queue)).map(failedJobView)
    const rows = jobs.map(({ failedAt, id, error }) => [failedAt, id, error])
    return {
      value: jobs,
      text: jobs.length === 0 ? `No job of ${queue} has failed.` : table(['failed at', 'job', 'error'], rows),
    }
  },
})

export const queueRetry = defineCommand({
  name: 'queue:retry',
  summary:
    'enqueues the tasks of failed jobs again, and says how much of the customers’ money waits for them',
  example: 'payments --dry-run',
  parameters: {
    '<queue>': 'the queue of the failed jobs',
    '--job <id>': 'only this job, from queue:list',
    '--dry-run': 'only say what would be done',
    '--reason <text>': 'why, for the audit log; needed without --dry-run',
  },
  input: z
    .strictObject({
      queue: queueName(),
      job: name(200).optional(),
      dryRun: flag(),
      reason: reason().optional(),
    })
    .refine(({ dryRun, reason: why }) => dryRun || why !== undefined, {
      path: ['reason'],
      error: 'must be given without --dry-run',
    }),
  run: async (context, { queue, job, dryRun, reason: why = '' }) => {
    const deps = await context.deps()
    const failed = await failedJobs(deps, queue)
    const chosen = job === undefined ? failed : failed.filter(({ id }) => id === job)
    if (job !== undefined && chosen.length === 0)
      throw new CliError(`${queue} has no failed job ${job}: npm run cli -- queue:list ${queue} lists them.`)
    const rows: RetriedJob[] = []
    for (const one of chosen) rows.push(await retryJob(deps, one, dryRun ? undefined : why))
    const [only] = rows
    if (job !== undefined && only?.state === 'refused')
      throw new CliError(`${job} was not enqueued: ${only.detail}.`)
    return { value: reportOf(rows, dryRun), text: reportText(queue, rows, dryRun) }
  },
})

/** A failed job; `state` says what was, or with `--dry-run` would be, done. */
type RetriedJob = {
  job: string
  document: string
  state: TaskAssessment['state']
  detail: string
  stakePaise: number
}

/** Without a reason nothing is changed. */
async function retryJob(deps: Deps, job: Job, why: string | undefined): Promise<RetriedJob> {
  const kind = taskKindOf(job.name)
  const { id, seq } = (job.data ?? {}) as { id?: unknown; seq?: unknown }
  const named = { job: job.id ?? '', document: typeof id === 'string' ? id : '', stakePaise: 0 }
  if (!kind || typeof id !== 'string' || typeof seq !== 'number')
    return {
      ...named,
      state: 'refused',
      detail: `${job.name} is not the task of a document, and runs again by itself`,
    }
  const assessment = await assessTask(deps, kind, { id, seq })
  if (assessment.state !== 'ready') return { ...named, ...assessment }
  const { stakePaise, task } = assessment
  if (why !== undefined && !(await requeueTask(deps, { ...operator(), reason: why }, task)))
    return { ...named, state: 'done', detail: 'another process has just continued it' }
  return { ...named, stakePaise, state: 'ready', detail: '' }
}

const stakeOf = (rows: readonly RetriedJob[], state: RetriedJob['state']) => {
  // Two jobs of one order wait for the same money.
  const stakes = new Map(
    rows.filter((row) => row.state === state).map((row) => [row.document, row.stakePaise]),
  )
  return [...stakes.values()].reduce((sum, paise) => sum + paise, 0)
}

function reportOf(rows: readonly RetriedJob[], isDryRun: boolean) {
  return {
    isDryRun,
    /** Rupees of customers that wait for the tasks that were enqueued, and for those that were refused. */
    rupeesAtStake: toRupees(stakeOf(rows, 'ready')),
    rupeesRefused: toRupees(stakeOf(rows, 'refused')),
    jobs: rows.map(({ stakePaise, ...row }) => ({ ...row, rupees: toRupees(stakePaise) })),
  }
}

function reportText(queue: QueueName, rows: readonly RetriedJob[], isDryRun: boolean): string {
  if (rows.length === 0) return `No job of ${queue} has failed.`
  const words = {
    ready: isDryRun ? 'would be enqueued' : 'enqueued',
    done: 'nothing to do',
    refused: 'refused',
  }
  const count = (state: RetriedJob['state']) => rows.filter((row) => row.state === state).length
  const lines = rows.map(({ job, document, state, detail, stakePaise }) => [
    job,
    document,
    formatPaise(stakePaise),
    [words[state], detail].filter(Boolean).join(': '),
  ])
  return [
    table(['job', 'document', 'at stake', 'result'], lines),
    '',
    `${plural(count('ready'), 'task')} ${words.ready} (${formatPaise(stakeOf(rows, 'ready'))} at stake), ${count('done')} with nothing to do, ${count('refused')} refused (${formatPaise(stakeOf(rows, 'refused'))}).`,
  ].join('\n')
}

const failedJobs = (deps: Deps, queue: QueueName): Promise<Job[]> =>
  deps.queues.all[queue].getFailed(0, maxJobs - 1)

const failedJobView = ({ id = '', name: job, failedReason = '', finishedOn = 0, attemptsMade }: Job) => ({
  id,
  name: job,
  error: failedReason.split('\n')[0] ?? '',
  attempts: attemptsMade,
  failedAt: new Date(finishedOn).toISOString(),
})
