import manifest from '../../package.json' with { type: 'json' }
import type { Env } from './env.ts'

/** `1.0.0+abc1234`: the version, and the revision of the source where it is known. */
export const appVersion = ({ APP_REVISION }: Pick<Env, 'APP_REVISION'>): string =>
  `${manifest.version}+${APP_REVISION.slice(0, 7) || 'unknown'}`
