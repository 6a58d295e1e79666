import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  measureDeliveryTimes,
  measureEveryMs,
  recountEveryMs,
  recountOrders,
} from '@jhatpat/shared/domain/orders/index.ts'
import { recountSales, salesEveryMs } from '@jhatpat/shared/domain/reports/index.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/keep-counting.ts'

const recountOrdersJob = { queue: 'maintenance', name: 'orders.recount' } as const satisfies JobDefinition

/** What fails in each of a job’s tries is counted again in an hour; until then the figures start from the last count, and take longer. */
export const recountOrdersHandler: JobHandler = {
  job: recountOrdersJob,
  isSwept: false,
  handle: (deps) => recountOrders(deps),
}

/**
 * Counts now, and from now on every hour, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const scheduleOrderCounters = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, recountOrdersJob, recountEveryMs)

const recountSalesJob = { queue: 'maintenance', name: 'sales.recount' } as const satisfies JobDefinition

/** What fails is counted again ten minutes later; the screen says until when all is counted. */
export const recountSalesHandler: JobHandler = {
  job: recountSalesJob,
  isSwept: false,
  handle: (deps) => recountSales(deps),
}

/**
 * Counts now, and from now on every ten minutes, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const scheduleSales = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, recountSalesJob, salesEveryMs)

const measureDeliveryTimesJob = {
  queue: 'maintenance',
  name: 'orders.measure-delivery-times',
} as const satisfies JobDefinition

/** What fails is counted again in five minutes; until then the last figures stand, for fifteen. */
export const measureDeliveryTimesHandler: JobHandler = {
  job: measureDeliveryTimesJob,
  isSwept: false,
  handle: (deps) => measureDeliveryTimes(deps),
}

/**
 * Counts now, and from now on every five minutes, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const scheduleDeliveryTimes = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, measureDeliveryTimesJob, measureEveryMs)
