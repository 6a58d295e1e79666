import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exportPerson, exportPersonAccess } from '@jhatpat/shared/domain/person-data/index.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { staffMember } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { email, name, reason } from '../kit/fields.ts'
import { findPerson } from '../kit/find-person.ts'

export const personExport = defineCommand({
  name: 'person:export',
  summary: 'writes all personal data of an account as a zip, for its owner; recorded in the audit log',
  example: 'asha.zip --user asha@example.com --reason "asked by mail on 21 Nov" --as meera@shop.example',
  parameters: {
    '<file>': 'a new file, which only you can read',
    '--user <account>': 'e-mail address, mobile number or id',
    '--reason <text>': 'why, for the audit log',
    '--as <email>': 'the staff member who does it',
  },
  input: z.strictObject({ file: name(1_000), user: name(), reason: reason(), as: email() }),
  run: async (context, { file, user, reason: why, as }) => {
    const deps = await context.deps()
    const staff = await staffMember(as, exportPersonAccess)
    const { userId, called } = await findPerson(user)
    const target = await createFile(file)
    try {
      const { parts, incomplete } = await exportPerson(deps, staff, { userId, reason: why })
      await pipeline(parts, target.createWriteStream())
      const { size: bytes } = await stat(file)
      return {
        value: { user: userId, file, bytes, incomplete },
        text: [
          `${file}: the data of ${called}, ${bytes} bytes.`,
          ...incomplete.map((name) => `${name}.json could not be read to its end: export again.`),
        ].join('\n'),
      }
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      // The stream closes it only once it has begun.
      await target.close()
    }
  },
})

/** @throws CliError when the file exists or cannot be written */
async function createFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(
      code === 'EEXIST' ? `${file} exists already: name a new file.` : `${file} cannot be written (${code}).`,
    )
  }
}
