import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { type CliContext, defineCommand } from '../kit/command.ts'
import { name } from '../kit/fields.ts'
import { plural } from '../kit/table.ts'
import { dockerIn } from '../roll/docker.ts'
import { lockRoll } from '../roll/lock-roll.ts'
import { type RotationTarget, rotateSecret, rotationTargets } from '../rotate/rotate-secret.ts'

const folder = join(import.meta.dirname, '../../..')
const targetNames = Object.keys(rotationTargets) as RotationTarget[]

export const secretsRotate = defineCommand({
  name: 'secrets:rotate',
  summary: 'replaces a password or a vendor’s key without an outage; on the machine of the containers',
  example: 'moogold --from new-key.txt',
  parameters: {
    '<secret>': `one of ${targetNames.join(', ')}`,
    '--from <file>':
      'a file with the new value alone, - for standard input; without it, a new password is made for mongodb and redis',
    '--ready-within <seconds>': 'how long a new process may take until it is ready, from 5 to 1800 (300)',
  },
  input: z
    .strictObject({
      secret: z.enum(targetNames, `must be one of ${targetNames.join(', ')}`),
      from: name(1_000).optional(),
      readyWithin: z.coerce
        .number('is a number from 5 to 1800')
        .min(5, 'is 5 at least')
        .max(1_800, 'is 1800 at most')
        .default(300),
    })
    .refine(({ secret, from }) => from !== undefined || rotationTargets[secret].isOurs, {
      path: ['from'],
      error: 'must name a file with the new value, which its issuer makes',
    }),
  run: async (context, { secret, from, readyWithin }) => {
    const value = from === undefined ? undefined : await readValue(context, from)
    const unlock = lockRoll(folder)
    try {
      const result = await rotateSecret(secret, {
        docker: dockerIn(folder),
        report: context.report,
        sleep,
        readyWithinMs: readyWithin * 1_000,
        actor: operator(),
        ...(value !== undefined && { value }),
      })
      return {
        value: result,
        text: `${result.setting} is replaced, in ${plural(result.replaced, 'process', 'processes')}. ${result.next}`,
      }
    } finally {
      unlock()
    }
  },
})

/** @throws CliError for anything but one line without spaces; the refusal never repeats it */
async function readValue({ ask }: CliContext, from: string): Promise<string> {
  if (from !== '-' && !existsSync(from)) throw new CliError(`There is no file ${from}. Nothing was changed.`)
  const text = from === '-' ? await ask('The new value: ') : readFileSync(from, 'utf8')
  const value = text.replace(/\r?\n$/, '')
  if (!/^[\x21-\x7e]{1,2000}$/.test(value))
    throw new CliError(
      'The new value must be one line of at most 2,000 letters, digits and signs, without spaces. Nothing was changed.',
    )
  return value
}
