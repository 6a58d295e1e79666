import type { MonitoredShop } from '@jhatpat/shared/domain/monitoring/index.ts'
import type { MetricsSource } from '@jhatpat/shared/platform/metrics/metrics-source.ts'
import { Counter, Gauge, Registry } from 'prom-client'
import type { ShopMonitor } from './monitor-shop.ts'
import { type ShopSeries, shopSeries, storeSeries } from './shop-series.ts'

/** The series of the shop, in the process that counts them; nothing in all others. */
export function shopMetrics(monitor: Pick<ShopMonitor, 'current'>): MetricsSource {
  return {
    read: async () => {
      const shop = monitor.current()
      return shop ? textOf(shop) : ''
    },
    stop: () => undefined,
  }
}

/** In a registry of its own, so that a value that is not known now is absent: not 0, and not as it was before. */
function textOf({ stores, statistics }: MonitoredShop): Promise<string> {
  const registry = new Registry()
  for (const series of storeSeries) addSeries(registry, series, [{ value: series.value(stores) }])
  if (statistics) for (const series of shopSeries) addSeries(registry, series, series.values(statistics))
  return registry.metrics()
}

type Series = Pick<ShopSeries, 'name' | 'help' | 'labels' | 'isCounter'>

function addSeries(registry: Registry, series: Series, values: ReturnType<ShopSeries['values']>): void {
  const { name, help, labels = [], isCounter } = series
  const known = values.flatMap(({ labels: own = [], value }) => (value === undefined ? [] : [{ own, value }]))
  if (known.length === 0) return
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  const metric = isCounter ? new Counter(options) : new Gauge(options)
  for (const { own, value } of known)
    metric.inc(Object.fromEntries(labels.map((label, index) => [label, own[index] ?? ''])), value)
}
