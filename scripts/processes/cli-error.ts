/**
 * An error whose message is a sentence for the person at the terminal: what is wrong and what to do about it.
 * The commands print it without a stack and exit with code 1.
 */
export class CliError extends Error {
  override name = 'CliError'
}

/** Runs a command's main function, turns what it throws into words and exit code 1, and ends the process. */
export async function runMain(main: () => Promise<void>): Promise<never> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof CliError ? `\n${error.message}\n` : error)
    process.exitCode = 1
  }
  process.exit()
}
