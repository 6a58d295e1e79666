import { omitEmpty } from '@jhatpat/shared/platform/omit-empty.ts'
import type { NamedVendor } from '@jhatpat/shared/providers/vendors.ts'

export interface Ports {
  /** The port of the storefront and admin app. */
  front: number
  /** Ports of the API's processes; the first is `front` unless Vite's dev server listens there. */
  apis: number[]
  admin: number
  simulators: number
  smtp: number
}

/** What a process needs of this process's environment to run at all. */
const systemNames =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMP|TEMP|TMPDIR|SYSTEMROOT|APPDATA|LOCALAPPDATA|SSL_CERT_.*|NODE_EXTRA_CA_CERTS)$/i

export function systemEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => systemNames.test(name)))
}

interface SettingsInput {
  /** The caller's settings: they override everything but the ports. */
  env: NodeJS.ProcessEnv
  demo: Record<string, string>
  simulated: NamedVendor[]
  ports: Ports
}

/** The environment of all processes of a stack. */
export function sharedSettings({ env, demo, simulated, ports }: SettingsInput): NodeJS.ProcessEnv {
  const production = env.NODE_ENV === 'production'
  const isPlay = simulated.some(({ kind }) => kind === 'payment')
  const { PUSH_PRIVATE_KEY = '', ...secrets } = demo
  return {
    ...systemEnv(),
    ...(production ? {} : secrets),
    // A production shop sends no push messages with a generated key: browsers would be bound to it.
    ...(isPlay && { PUSH_PRIVATE_KEY, PUSH_EXTRA_ORIGIN: `http://127.0.0.1:${ports.simulators}` }),
    PUBLIC_URL: `http://localhost:${ports.front}`,
    ...Object.assign({}, ...simulated.map(({ simulator }) => simulator.settings)),
    // Invented, like the suppliers' prices, so that margins are shown.
    ...(isPlay && { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142,SMILEPH:148,MOOGOLD:8000' }),
    ...(isPlay && demoContact),
    ...omitEmpty(env),
    ...simulatorAddresses(simulated, ports),
    // The notice that no real money moves is true only while the gateway is simulated.
    ...(isPlay && { SIMULATED_PROVIDERS: 'true' }),
    LOG_LEVEL: audible(env.LOG_LEVEL),
  }
}

/**
 * Contact details of a demo; none reaches a person: no Indian number begins with 0 after the country code,
 * so that this one cannot be assigned, and example.com is reserved for examples (RFC 2606).
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
      // Browsers open the sign-in too, and know the shop by this name: cookies see one site.
      const host = kind === 'sign_in' ? 'localhost' : '127.0.0.1'
      return [address, `http://${host}:${ports.simulators}/${name}`]
    }),
  )
}

/** A process reports that it is ready at the level `info`, so none may log less. */
function audible(level: string | undefined): string {
  return level === 'debug' || level === 'trace' ? level : 'info'
}
