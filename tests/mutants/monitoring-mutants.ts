import type { Mutant } from './tree/mutant.ts'

const shopSeries = ['tests/services/maintenance/monitoring.test.ts']
const shopAlerts = ['tests/services/maintenance/shop-alerts.test.ts']

/** Faults in the metrics and alerts. Alerts whose expression is never true are in tests/alerts/alerts.test.ts. */
export const monitoringMutants: Mutant[] = [
  {
    name: 'an open order whose promised time ran out does not count as late',
    file: 'shared/domain/orders/queries/monitored-orders.ts',
    inside: 'countPromises',
    find: '(delivered?.broken ?? 0) + open',
    replace: 'delivered?.broken ?? 0',
    tests: shopSeries,
  },
  {
    name: 'an order that was counted as late counts again when it is delivered',
    file: 'shared/domain/orders/queries/monitored-orders.ts',
    inside: 'countPromises',
    find: '{ $gt: [deadline, since] }',
    replace: '{ $gt: [deadline, new Date(0)] }',
    tests: shopSeries,
  },
  {
    name: 'every worker serves the series of the shop',
    file: 'workers/src/monitoring/monitor-shop.ts',
    inside: 'monitorShop',
    find: 'isHeld === false',
    replace: 'isHeld === null',
    tests: shopSeries,
  },
  {
    name: 'an address becomes a label',
    file: 'api/src/http/request-log.ts',
    inside: 'routeOf',
    find: "'page'",
    replace: 'url',
    tests: shopSeries,
  },
  {
    name: 'an alert that was accepted is sent again',
    file: 'shared/domain/monitoring/evaluate-alerts.ts',
    inside: 'sendPending',
    find: 'await ShopAlertModel.updateOne({ _id, changedAt }, { $pull: { pending: { channel } } })',
    replace: '',
    tests: shopAlerts,
  },
  {
    name: 'an alert that no receiver accepted is given up',
    file: 'shared/domain/monitoring/evaluate-alerts.ts',
    inside: 'sendPending',
    find: 'if (!(await sendAlert(deps, channel, message))) return',
    replace: 'await sendAlert(deps, channel, message)',
    tests: shopAlerts,
  },
  {
    name: 'an alert ends at once when its condition flickers',
    file: 'shared/domain/monitoring/alert-state.ts',
    inside: 'nextAlertState',
    find: 'state.isRaised ? endAfterMs : forMs',
    replace: 'state.isRaised ? 0 : forMs',
    tests: ['shared/domain/monitoring/alert-state.test.ts'],
  },
]
