import { type IRestoration, readQuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import { CliError } from '../../processes/cli-error.ts'

/** The restoration that the shop is quiet because of. @throws CliError when there is none */
export async function requireRestoration(): Promise<IRestoration> {
  const quiet = await readQuietMode()
  if (!quiet) throw new CliError('The shop is not quiet: it was not restored, or is open already.')
  if (!quiet.restoration)
    throw new CliError(
      'The data of this shop are a copy from another database: run npm run cli -- restore:adopt first. Nothing was changed.',
    )
  return quiet.restoration
}
