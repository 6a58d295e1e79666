import { everyVendor, type NamedVendor } from '@jhatpat/shared/providers/vendors.ts'
import { CliError } from '../processes/cli-error.ts'

/**
 * The providers without keys, which simulators replace.
 * @throws CliError when one has only a part of its keys, and, in production, when any key is missing: a
 * simulator must never be mistaken for the real provider
 */
export function providersToSimulate(env: NodeJS.ProcessEnv): NamedVendor[] {
  const absent = (name: string) => !env[name]
  if (env.NODE_ENV === 'production') {
    const needed = everyVendor.filter(({ isOptional }) => !isOptional)
    const missing = ['SECRET_KEY', ...needed.flatMap(keysOf)].filter(absent)
    if (missing.length === 0) return []
    throw new CliError(
      `Production needs real services. Set ${listText(missing)} in the environment or in .env.`,
    )
  }
  for (const vendor of everyVendor) {
    const keys = keysOf(vendor)
    const missing = keys.filter(absent)
    if (missing.length === 0 || missing.length === keys.length) continue
    throw new CliError(
      `${vendor.title} needs ${listText(keys)}. Missing: ${listText(missing)}. Set all of them in .env, or none to use the simulator.`,
    )
  }
  return everyVendor.filter((vendor) => keysOf(vendor).every(absent))
}

const keysOf = ({ keys }: NamedVendor) => Object.keys(keys)

function listText(names: string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
