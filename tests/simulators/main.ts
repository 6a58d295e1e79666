import { pino } from 'pino'
import * as z from 'zod'
import { type SimulatorKeys, simulatorKeys, startSimulators } from './start-simulators.ts'

const keyNames = Object.keys(simulatorKeys) as (keyof SimulatorKeys)[]
const keys = Object.fromEntries(keyNames.map((name) => [name, z.string().min(1)])) as Record<
  keyof SimulatorKeys,
  z.ZodString
>

const Settings = z.object({
  NODE_ENV: z.string().optional(),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_PORT: z.coerce.number().int().default(0),
  SIMULATOR_SMTP_PORT: z.coerce.number().int().default(0),
  SIMULATOR_DATA: z.string().min(1),
  SIMULATOR_PUBLIC_URL: z.url().optional(),
  APP_URL: z.string().default(''),
  ...keys,
})

const log = pino({ name: 'simulators', level: process.env.LOG_LEVEL || 'info' })
const parsed = Settings.safeParse(process.env)

if (!parsed.success) {
  for (const { path } of parsed.error.issues) console.error(`Setting ${path.join('.')} is missing or wrong.`)
  process.exit(1)
}
if (parsed.data.NODE_ENV === 'production') {
  console.error(
    'The simulators do not start with NODE_ENV=production: a real shop must not pay with play money.',
  )
  process.exit(1)
}
const settings = parsed.data
const simulators = await startSimulators({
  host: settings.SIMULATOR_HOST,
  port: settings.SIMULATOR_PORT,
  smtpPort: settings.SIMULATOR_SMTP_PORT,
  dataDir: settings.SIMULATOR_DATA,
  appUrl: settings.APP_URL.replace(/\/$/, ''),
  ...(settings.SIMULATOR_PUBLIC_URL ? { publicUrl: settings.SIMULATOR_PUBLIC_URL.replace(/\/$/, '') } : {}),
  keys: settings,
}).catch((error: Error) => {
  console.error(`The simulators could not start: ${error.message}`)
  process.exit(1)
})

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 1_800).unref()
    void simulators.stop().then(() => process.exit(0))
  })
}
log.info(
  { ready: true, port: simulators.port, url: simulators.url, smtpUrl: simulators.smtpUrl },
  'simulators ready',
)
