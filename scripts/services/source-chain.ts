import { CliError } from '../processes/cli-error.ts'

/** A server program that was found and tested. */
export interface Program {
  path: string
  version: string
  /** A folder of shared libraries that the program needs in LD_LIBRARY_PATH. */
  libraries?: string
}

export type Finding = { found: Program } | { passedOver: string }

/** A source of a program. `find` returns why it was skipped; a thrown error counts as such. */
export interface Source {
  name: string
  find(): Promise<Finding>
}

export interface SourceChain {
  /** The program's name for people: `MongoDB`. */
  wanted: string
  sources: Source[]
  /** The sentence for the terminal when no source works. */
  advice: string
  /** Receives one line for each skipped source. */
  verbose?: (line: string) => void
}

/**
 * Tries the sources in order and returns the first program that works.
 * @throws CliError with every reason when none works
 */
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
