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
import { scheduleJob } from '../jobs/schedule-job.ts'

const recountOrdersJob = { queue: 'maintenance', name: 'orders.recount' } as const satisfies JobDefinition

/**
 * A failure is repeated in an hour; until then the counters are based on the last count, which
 * takes longer.
 */
export const recountOrdersHandler: JobHandler = {
  job: recountOrdersJob,
  isSwept: false,
  handle: (deps) => recountOrders(deps),
}

/**
 * Recounts now and every hour, again when Redis has lost the schedule.
 * @throws when Redis does not answer the first time
 */
export const scheduleOrderCounters = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, recountOrdersJob, recountEveryMs)

const recountSalesJob = { queue: 'maintenance', name: 'sales.recount' } as const satisfies JobDefinition

/** A failure is repeated ten minutes later; the screen shows the time of the last count. */
export const recountSalesHandler: JobHandler = {
  job: recountSalesJob,
  isSwept: false,
  handle: (deps) => recountSales(deps),
}

/**
 * Recounts now and every ten minutes, again when Redis has lost the schedule.
 * @throws when Redis does not answer the first time
 */
export const scheduleSales = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, recountSalesJob, salesEveryMs)

const measureDeliveryTimesJob = {
  queue: 'maintenance',
  name: 'orders.measure-delivery-times',
} as const satisfies JobDefinition

/** A failure is repeated in five minutes; the last measurement is valid for fifteen. */
export const measureDeliveryTimesHandler: JobHandler = {
  job: measureDeliveryTimesJob,
  isSwept: false,
  handle: (deps) => measureDeliveryTimes(deps),
}

/**
 * Measures now and every five minutes, again when Redis has lost the schedule.
 * @throws when Redis does not answer the first time
 */
export const scheduleDeliveryTimes = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, measureDeliveryTimesJob, measureEveryMs)
