import { Refusal } from '../refusal.ts'

/** An outside system that a simulator can stand in for. */
export interface SimulatedProvider {
  name: string
  /** The settings that are needed to use the real one. */
  keys: string[]
  /** The setting that holds its address. */
  url: string
  /** Where its simulator answers, below the simulators' address; mail has its own protocol instead. */
  path?: string
  /** Settings that fit what its simulator answers. */
  settings?: Record<string, string>
}

export const providers: SimulatedProvider[] = [
  { name: 'UPIGateway', keys: ['UPIGATEWAY_KEY'], url: 'UPIGATEWAY_URL', path: '/upigateway' },
  {
    name: 'Smile.one',
    keys: ['SMILE_UID', 'SMILE_EMAIL', 'SMILE_KEY'],
    url: 'SMILE_URL',
    path: '/smileone',
    settings: { SMILE_POINTS_CODES: '20010', SMILE_SIGN_CODES: '40001,40002' },
  },
  { name: 'MooGold', keys: ['MOOGOLD_PARTNER_ID', 'MOOGOLD_SECRET'], url: 'MOOGOLD_URL', path: '/moogold' },
  { name: 'Fast2SMS', keys: ['SMS_KEY'], url: 'SMS_URL', path: '/sms' },
  { name: 'mail', keys: ['SMTP_URL'], url: 'SMTP_URL' },
]

/**
 * The providers that have no keys, which simulators stand in for. Throws a Refusal when one has only a part of its
 * keys, and, in production, when any key is missing: a simulator must never be mistaken for the real thing.
 */
export function providersToSimulate(env: NodeJS.ProcessEnv): SimulatedProvider[] {
  const absent = (name: string) => !env[name]
  if (env.NODE_ENV === 'production') {
    const missing = ['SECRET_KEY', ...providers.flatMap(({ keys }) => keys)].filter(absent)
    if (missing.length === 0) return []
    throw new Refusal(
      `NODE_ENV is production, where simulators are never used: set ${inWords(missing)} in the environment or in .env.`,
    )
  }
  for (const { name, keys } of providers) {
    const missing = keys.filter(absent)
    if (missing.length === 0 || missing.length === keys.length) continue
    throw new Refusal(
      `${name} needs ${inWords(keys)}, and lacks ${inWords(missing)}: set all of them in .env, or none to use its simulator.`,
    )
  }
  return providers.filter(({ keys }) => keys.every(absent))
}

function inWords(names: string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
