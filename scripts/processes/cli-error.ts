/**
 * An error whose message is a sentence for the person at the terminal: what happened and what to do.
 * Commands print it without a stack and exit with code 1.
 */
export class CliError extends Error {
  override name = 'CliError'
}

/** Runs a command's main function, prints what it throws, and ends the process with code 0 or 1. */
export async function runMain(main: () => Promise<void>): Promise<never> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof CliError ? `\n${error.message}\n` : error)
    process.exitCode = 1
  }
  process.exit()
}
