import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CliError } from '../../processes/cli-error.ts'
import type { GivenSecret } from './given-values.ts'
import type { Rotation } from './rotation.ts'
import { secretFile } from './secret-file.ts'

/** A value that its issuer made, such as a vendor's console. */
export type Given = { name: GivenSecret; value: string }

/**
 * Replaces a secret by a value that was tried before. The former one is kept in the folder `former` beside the
 * processes' secrets until no process has it; the file marks a rotation that has not ended.
 */
export async function rotateGiven(
  rotation: Rotation,
  { name, value }: Given,
): Promise<{ replaced: number; isFormerAccepted: boolean }> {
  const { secrets, report, runStep } = rotation
  const file = secrets.file('api', name)
  // Not among the processes' secrets: its removal would count as a change of theirs.
  const folder = join(dirname(dirname(file.path)), 'former')
  const former = secretFile(join(folder, basename(file.path)), file.path)
  if (file.read() === value && former.find() === undefined)
    throw new CliError(`This is the present ${name}. Nothing was changed.`)

  report(`try the new ${name} …`)
  const { isFormerAccepted } = await runStep('given.check', { name, value })
  if (file.read() !== value) {
    report(
      isFormerAccepted
        ? 'Both are accepted: no call fails while the processes are replaced.'
        : 'The former one is accepted no more: calls fail until the processes are replaced.',
    )
    await rotation.record(name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (former.find() === undefined) former.write(file.read())
    file.write(value)
  }
  const replaced = await rotation.replaceProcesses()
  former.remove()
  return { replaced, isFormerAccepted }
}
