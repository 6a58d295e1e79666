import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { smsBattery } from '../../testing/sms-battery.ts'
import { createFast2Sms } from './fast2sms.ts'

const simulators = withSimulators()
const control = async (command: Record<string, unknown>) => {
  await simulators.current.control('sms', command)
}

smsBattery('fast2sms', {
  key: simulatorKeys.SMS_KEY,
  reset: () => control({ reset: 'all' }),
  make: ({ timeoutMs = 2_000, key = simulatorKeys.SMS_KEY, unreachable = false } = {}) =>
    createFast2Sms({
      baseUrl: unreachable ? simulators.refusedUrl : `${simulators.current.url}/sms`,
      key,
      timeoutMs,
    }),
  next: (outcome) => control({ next: { outcome } }),
  leakKey: () => control({ leakKey: true }),
  received: () =>
    simulators.current
      .journal('sms')
      .map(({ numbers, text }) => ({ mobile: String(numbers), text: String(text) })),
})
