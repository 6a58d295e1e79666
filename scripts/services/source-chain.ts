import { CliError } from '../processes/cli-error.ts'

/** A server program that was found and tried. */
export interface Program {
  path: string
  version: string
  /** A folder of shared libraries that the program needs in LD_LIBRARY_PATH. */
  libraries?: string
}

export type Finding = { found: Program } | { passedOver: string }

/** One place where a program may come from. `find` answers why it was passed over; what it throws counts as such. */
export interface Source {
  name: string
  find(): Promise<Finding>
}

export interface SourceChain {
  /** What is being looked for, as a person calls it: `MongoDB`. */
  wanted: string
  sources: Source[]
  /** The sentence for the person when no source worked. */
  advice: string
  /** Gets one line for each source that was passed over. */
  verbose?: (line: string) => void
}

/** Tries the sources in order and returns the first program. Throws a Refusal with every reason when none worked. */
export async function firstWorkingSource({
  wanted,
  sources,
  advice,
  verbose,
}: SourceChain): Promise<Program & { source: string }> {
  const reasons: string[] = []
  for (const source of sources) {
    const finding = await attempt(source)
    if ('found' in finding) return { ...finding.found, source: source.name }
    reasons.push(`${source.name}: ${finding.passedOver}`)
    verbose?.(`${wanted}, passed over ${reasons.at(-1)}`)
  }
  throw new CliError(
    `${wanted} could not be provided. ${advice}\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`,
  )
}

async function attempt(source: Source): Promise<Finding> {
  try {
    return await source.find()
  } catch (error) {
    return { passedOver: error instanceof Error ? error.message : String(error) }
  }
}
