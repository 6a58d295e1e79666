import { styleText } from 'node:util'
import { everyVendor, type NamedVendor } from '@jhatpat/shared/providers/vendors.ts'
import type { Stack } from './stack.ts'

/**
 * The text that is printed once everything runs: addresses, logins, which providers are real, and how to
 * become an admin.
 */
export function banner({
  url,
  simulatorUrl,
  simulated,
  real,
  logins,
}: Pick<Stack, 'url' | 'simulatorUrl' | 'simulated' | 'real' | 'logins'>): string {
  const vendors = everyVendor.filter(({ title }) => simulated.includes(title))
  const [messages, traders] = [vendors.filter(sendsMessages), vendors.filter((one) => !sendsMessages(one))]
  return [
    '',
    row('Storefront', url),
    row('Admin', `${url}/admin`),
    row('API reference', `${url}/docs`),
    row('Queues', `${url}/ops/queues`),
    ...(messages.length > 0 ? [row('Mail and SMS', `${simulatorUrl}/inbox`)] : []),
    ...traders.map(({ title, name }) => row(`${title} simulator`, `${simulatorUrl}/control/${name}`)),
    '',
    ...(logins.length > 0 ? ['  Log in as'] : []),
    ...logins.map((login) => row(login.who, login.with)),
    ...(logins.length > 0 ? [''] : []),
    ...(simulated.length > 0 ? [styleText('yellow', simulatedLine(simulated, real))] : []),
    ...(real.length > 0 ? realLines(real) : []),
    styleText('dim', '  Press Ctrl-C to stop.'),
    '',
  ].join('\n')
}

/** Messages of these simulators are shown in the inbox, not on a page of their own. */
const sendsMessages = ({ kind }: NamedVendor) => kind === 'mail' || kind === 'sms'

function simulatedLine(simulated: string[], real: string[]): string {
  const money = real.length > 0 ? '' : ' No real money is used.'
  return `  Simulated: ${simulated.join(', ')}.${money} Keys in .env switch to the real ones.`
}

function realLines(real: string[]): string[] {
  return [
    styleText(['bold', 'yellow'], `  Real: ${real.join(', ')}. Payments and purchases are real.`),
    '  The demo accounts do not exist here. Create an admin if there is none:',
    styleText(
      'cyan',
      '  npm run cli -- user:create --role admin --email YOU@EXAMPLE --name "YOUR NAME" --mobile 9876543210 --reason "first admin"',
    ),
  ]
}

function row(title: string, text: string): string {
  return `  ${title.padEnd(22)} ${styleText('cyan', text)}`
}
