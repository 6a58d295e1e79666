import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { type MailHarness, mailBattery } from '../../testing/mail-battery.ts'
import { createSmtpMail } from './smtp.ts'

const simulators = withSimulators()
const control = async (command: Record<string, unknown>) => {
  await simulators.current.control('mail', command)
}

mailBattery('smtp', {
  reset: () => control({ reset: 'all' }),
  make: ({ timeoutMs = 2_000, unreachable = false } = {}) =>
    createSmtpMail({
      url: unreachable ? simulators.refusedUrl.replace('http', 'smtp') : simulators.current.smtpUrl,
      from: 'Jhatpat <orders@example.test>',
      timeoutMs,
    }),
  next: (outcome) => control({ next: { outcome } }),
  received: () => simulators.current.journal('mail') as unknown as ReturnType<MailHarness['received']>,
})
