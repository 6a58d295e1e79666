import { existsSync, readFileSync } from 'node:fs'
import { startInterval } from '@jhatpat/shared/platform/interval.ts'
import { PortTakenError, serveSources } from '@jhatpat/shared/platform/metrics/serve-sources.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { type CliContext, defineCommand, type Outcome } from '../kit/command.ts'
import { email, name, wholeNumber } from '../kit/fields.ts'
import { table } from '../kit/table.ts'
import { probeMetrics } from '../probe/probe-metrics.ts'
import { type ProbeMemory, type ProbeResult, type ProbeTarget, probeShop } from '../probe/probe-shop.ts'

export const probe = defineCommand({
  name: 'probe',
  summary: 'does what a customer does up to the payment page, from outside; ends with 1 when a step fails',
  example:
    '--url https://shop.example --product mobile-legends --item 13 --player "12345678 1234" --user probe@shop.example --password-file probe-password --port 9465',
  parameters: {
    '--url <address>': 'the shop as customers reach it',
    '--product <id>': 'the product that is opened',
    '--item <number>': 'the item that is ordered every ten minutes and never paid',
    '--player <id>': 'a player that exists, with the zone after a space where the game has one',
    '--user <email>': 'a customer of its own, without money',
    '--password-file <file>': 'the file with that customer’s password',
    '--app-key <key>': 'APP_KEY of the shop, unless it is the default',
    '--port <number>': 'repeat it every minute, and serve the results as metrics on this port',
  },
  input: z.strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    product: name(100),
    item: wholeNumber(1, 1_000_000_000),
    player: name(80).regex(/^\S+( \S+)?$/, 'must be an id, or an id and a zone with a space between'),
    user: email(),
    passwordFile: name(1_000),
    appKey: name(100).default('storefront'),
    port: wholeNumber(0, 65_535).optional(),
  }),
  run: async (context, { user, passwordFile, player, port, ...rest }) => {
    const [id = '', zone = '0'] = player.split(' ')
    const target: ProbeTarget = {
      ...rest,
      email: user,
      password: readPassword(passwordFile),
      player: [id, zone],
    }
    return port === undefined ? outcomeOf(await probeShop(target, {})) : serve(context, target, port)
  },
})

/** @throws CliError when there is no such file, or it is empty */
function readPassword(path: string): string {
  if (!existsSync(path)) throw new CliError(`There is no file ${path}.`)
  const password = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  if (password === '') throw new CliError(`The file ${path} is empty.`)
  return password
}

function outcomeOf(result: ProbeResult): Outcome {
  const { steps, certificateExpiresAt } = result
  const rows = steps.map(({ step, isOk, tookMs, fault }) => [step, isOk ? 'ok' : 'FAULT', tookMs, fault])
  const certificate =
    certificateExpiresAt && `The certificate expires on ${certificateExpiresAt.toISOString().slice(0, 10)}.`
  return {
    value: result,
    text: [table(['step', 'result', 'ms', 'fault'], rows), certificate ?? ''].join('\n').trim(),
    exitCode: steps.every(({ isOk }) => isOk) ? 0 : 1,
  }
}

const everyMs = 60_000

/** Until SIGTERM or SIGINT. @throws CliError when the port is taken */
async function serve({ report }: CliContext, target: ProbeTarget, port: number): Promise<Outcome> {
  const metrics = probeMetrics(target.url)
  const memory: ProbeMemory = {}
  const running = await serveSources({
    ...{ host: '0.0.0.0', port, portSetting: '--port', sources: [metrics] },
    onError: (error) => report(String(error)),
  }).catch((error: unknown) => {
    throw error instanceof PortTakenError ? new CliError(error.message) : error
  })
  report(`The results are served at port ${running.port} under /metrics.`)
  let isFirst = true
  const probing = startInterval(
    async () => {
      isFirst = false
      const result = await probeShop(target, memory)
      metrics.record(result)
      const failed = result.steps.find(({ isOk }) => !isOk)
      if (failed) report(`${result.at.toISOString()} ${failed.step} failed: ${failed.fault}`)
    },
    (tookMs) => (isFirst ? 0 : Math.max(1_000, everyMs - tookMs)),
  )
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  process.once('SIGTERM', () => resolve()).once('SIGINT', () => resolve())
  await ended
  await probing.stop()
  await running.stop()
  return { value: { stopped: true }, text: 'The probe was stopped.' }
}
