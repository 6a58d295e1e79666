import { omitEmpty } from '@jhatpat/shared/platform/omit-empty.ts'
import type { NamedVendor } from '@jhatpat/shared/providers/vendors.ts'

export interface Ports {
  /** Where the person goes. */
  front: number
  /** The API's processes; the first is `front` unless Vite's dev server stands there. */
  apis: number[]
  admin: number
  simulators: number
  smtp: number
}

/** What a process needs of this one's environment to run at all. */
const systemNames =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMP|TEMP|TMPDIR|SYSTEMROOT|APPDATA|LOCALAPPDATA|SSL_CERT_.*|NODE_EXTRA_CA_CERTS)$/i

export function systemEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => systemNames.test(name)))
}

interface SettingsInput {
  /** What the caller has set: goes before everything but the ports. */
  env: NodeJS.ProcessEnv
  demo: Record<string, string>
  simulated: NamedVendor[]
  ports: Ports
}

/** The environment that all processes of a stack share. */
export function sharedSettings({ env, demo, simulated, ports }: SettingsInput): NodeJS.ProcessEnv {
  const production = env.NODE_ENV === 'production'
  const isPlay = simulated.some(({ kind }) => kind === 'payment')
  const { PUSH_PRIVATE_KEY = '', ...secrets } = demo
  return {
    ...systemEnv(),
    ...(production ? {} : secrets),
    // A shop that takes money offers no news by a key that nobody chose: browsers would be bound to it.
    ...(isPlay && { PUSH_PRIVATE_KEY, PUSH_EXTRA_ORIGIN: `http://127.0.0.1:${ports.simulators}` }),
    PUBLIC_URL: `http://localhost:${ports.front}`,
    ...Object.assign({}, ...simulated.map(({ simulator }) => simulator.settings)),
    // Invented like the suppliers' prices: margins are to be seen.
    ...(isPlay && { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142,SMILEPH:148,MOOGOLD:8000' }),
    ...(isPlay && demoContact),
    ...omitEmpty(env),
    ...simulatorAddresses(simulated, ports),
    // What a paying customer reads, that no real money moves, is true only while the gateway is simulated.
    ...(isPlay && { SIMULATED_PROVIDERS: 'true' }),
    LOG_LEVEL: audible(env.LOG_LEVEL),
  }
}

/**
 * Contact details of a demo, none of which reaches a person: no number of India begins with 0 after the country's code,
 * so that this one can't be assigned, and example.com is reserved for examples (RFC 2606).
 */
const demoContact = {
  SUPPORT_PHONE: '910000000000',
  SUPPORT_CONTACT: 'support@example.com',
  SUPPORT_CHAT_URL: 'https://example.com/chat',
  SOCIAL_INSTAGRAM: 'https://example.com/instagram',
  SOCIAL_YOUTUBE: 'https://example.com/youtube',
  SOCIAL_TELEGRAM: 'https://example.com/telegram',
}

function simulatorAddresses(simulated: NamedVendor[], ports: Ports): NodeJS.ProcessEnv {
  return Object.fromEntries(
    simulated.map(({ name, kind, address, simulator }) => {
      if (simulator.protocol === 'smtp') return [address, `smtp://127.0.0.1:${ports.smtp}`]
      // Browsers go to the sign-in too, and know the shop by this name: cookies see one site.
      const host = kind === 'sign_in' ? 'localhost' : '127.0.0.1'
      return [address, `http://${host}:${ports.simulators}/${name}`]
    }),
  )
}

/** A process says that it is ready at the level `info`, so none may be quieter than that. */
function audible(level: string | undefined): string {
  return level === 'debug' || level === 'trace' ? level : 'info'
}
