import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fulfilOrderName, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { dueWork } from '@jhatpat/shared/domain/payables/index.ts'

type Where = { mongodbUri: string; redisUrl: string; overdue: number }

/**
 * Makes orders overdue whose jobs are lost, and lets two processes sweep until there are none.
 * @returns how long that took, and how many were queued again exactly once
 */
export async function measureSweeps({
  mongodbUri,
  redisUrl,
  overdue,
}: Where): Promise<{ taken: number; seconds: number }> {
  const found = await OrderModel.find().sort({ _id: 1 }).limit(overdue).select('_id').lean()
  const ids = found.map(({ _id }) => _id)
  const at = new Date(Date.now() - 60_000)
  await OrderModel.updateMany(
    { _id: { $in: ids } },
    { $set: { status: 'Processing', 'due.fulfil': { at, seq: 1 }, 'due.swept': 0 } },
  )
  const env = { ...process.env, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl }
  const startedAt = performance.now()
  const sweepers = [1, 2].map(() =>
    spawn(process.execPath, [fileURLToPath(new URL('one-sweep.ts', import.meta.url))], {
      env,
      stdio: 'inherit',
    }),
  )
  const codes = await Promise.all(
    sweepers.map(async (sweeper) => (await once(sweeper, 'exit'))[0] as number | null),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  if (codes.some((code) => code !== 0)) throw new Error(`The sweepers ended with ${codes.join(' and ')}.`)
  const { model, lane } = dueWork.find(({ name }) => name === fulfilOrderName) ?? {}
  const takenOnce = { _id: { $in: ids }, [`${lane}.seq`]: 2, 'due.swept': 1 }
  const taken = (await model?.countDocuments(takenOnce)) ?? 0
  console.log(
    `${taken} of ${ids.length} overdue orders queued again once, by two, in ${seconds.toFixed(1)} s`,
  )
  return { taken, seconds }
}
