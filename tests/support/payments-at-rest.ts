import { until } from './buying.ts'
import type { Service } from './service-harness.ts'

/** Does something while no worker looks at a payment: looks that were under way are over, and none begins. */
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
