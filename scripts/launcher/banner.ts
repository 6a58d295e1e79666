import { styleText } from 'node:util'
import type { Stack } from './stack.ts'

/** The addresses and logins that are printed once everything runs. */
export function banner({
  url,
  simulatorUrl,
  simulated,
  logins,
}: Pick<Stack, 'url' | 'simulatorUrl' | 'simulated' | 'logins'>): string {
  const mailOrSms = simulated.filter((name) => name === 'mail' || name === 'Fast2SMS')
  const controls = simulated.flatMap((name) => controlPages[name] ?? [])
  return [
    '',
    row('Storefront', url),
    row('Admin', `${url}/admin`),
    row('API reference', `${url}/docs`),
    row('Queues', `${url}/ops/queues`),
    ...(mailOrSms.length > 0 ? [row('Mail and SMS', `${simulatorUrl}/inbox`)] : []),
    ...controls.map(({ title, path }) => row(title, `${simulatorUrl}/control/${path}`)),
    '',
    ...(logins.length > 0 ? ['  Sign in as'] : []),
    ...logins.map((login) => row(login.who, login.with)),
    ...(logins.length > 0 ? [''] : []),
    ...(simulated.length > 0
      ? [
          styleText(
            'yellow',
            `  Simulated: ${simulated.join(', ')}. No real money moves. Keys in .env switch to the real ones.`,
          ),
        ]
      : []),
    styleText('dim', '  Ctrl-C stops everything.'),
    '',
  ].join('\n')
}

const controlPages: Record<string, { title: string; path: string }> = {
  UPIGateway: { title: 'UPI simulator', path: 'upigateway' },
  'Smile.one': { title: 'Smile.one simulator', path: 'smileone' },
  MooGold: { title: 'MooGold simulator', path: 'moogold' },
}

function row(title: string, text: string): string {
  return `  ${title.padEnd(22)} ${styleText('cyan', text)}`
}
