import { until } from './buying.ts'
import type { Service } from './service-harness.ts'

/** Runs `work` while no worker checks payments: running checks have ended, and none begins. */
export async function whilePaymentsRest<T>(
  service: Pick<Service, 'deps'>,
  action: () => Promise<T>,
): Promise<T> {
  const { payments } = service.deps.queues.all
  await payments.pause()
  try {
    await until(
      () => payments.getActiveCount(),
      (count) => count === 0,
    )
    return await action()
  } finally {
    await payments.resume()
  }
}
