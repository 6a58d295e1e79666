import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  alertChannelsOf,
  createDatabaseAlert,
  evaluateAlerts,
} from '@jhatpat/shared/domain/monitoring/index.ts'
import { startMetrics } from '@jhatpat/shared/platform/metrics/start-metrics.ts'
import { monitorShop, type ShopListeners } from './monitor-shop.ts'

/**
 * Serves metrics, counts for the shop in one of the workers, and sends its alerts from there. Without METRICS_PORT and
 * a receiver of alerts nothing is counted.
 */
export async function startMonitoring(
  deps: Deps,
  version: string,
): Promise<{ port: number | undefined; stop(): Promise<void> } | undefined> {
  const sendsAlerts = alertChannelsOf(deps.env).length > 0
  if (deps.env.METRICS_PORT === undefined && !sendsAlerts) return undefined
  const monitor = monitorShop(deps, sendsAlerts ? alertsOf(deps) : {})
  const more = async () => (await import('./shop-metrics.ts')).shopMetrics(monitor)
  const metrics = await startMetrics({ ...deps, role: 'workers', version, more }).catch(
    async (error: unknown) => {
      await monitor.stop()
      throw error
    },
  )
  return {
    port: metrics?.port,
    stop: async () => {
      await metrics?.stop()
      await monitor.stop()
    },
  }
}

const alertsOf = (deps: Deps): ShopListeners => ({
  onStores: createDatabaseAlert(deps),
  onCount: (shop) => evaluateAlerts(deps, shop),
})
