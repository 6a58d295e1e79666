import { dirname, join } from 'node:path'
import { CliError } from '../../processes/cli-error.ts'
import { Fault } from '../kit/fault.ts'
import { asAdminUser, loginOf, withLogin } from './credentials.ts'
import { newPassword } from './new-password.ts'
import type { Rotation } from './rotation.ts'
import { nextFile, secretFile } from './secret-file.ts'

/**
 * Replaces the MongoDB user of the processes: a user has one password only, so that a second user gets the same roles,
 * and the former one is removed when no process has it. The two names alternate. `MONGODB_PASSWORD.next` marks a
 * rotation that has not ended.
 */
export async function rotateMongodb(rotation: Rotation): Promise<{ replaced: number }> {
  const { secrets, report, runStep } = rotation
  const address = secrets.file('api', 'MONGODB_URI')
  const server = secrets.file('mongo', 'JHATPAT_PASSWORD')
  const next = nextFile(server)
  const present = loginOf('MONGODB_URI', address.read())
  const isSwitched = present.password === next.find()
  if (present.password !== server.read() && !isSwitched)
    throw new CliError(
      `${address.path} has another password than ${server.path}. If its MongoDB is not the one of docker-compose.yml, create a second user there, then give the new address with --from. Nothing was changed.`,
    )
  const rootUri = asAdminUser(address.read(), {
    user: secrets.setting('mongo', 'MONGO_INITDB_ROOT_USERNAME'),
    password: secrets.file('mongo', 'MONGO_INITDB_ROOT_PASSWORD').read(),
  })
  await runStep('mongodb.check', { rootUri })
  if (next.find() === undefined) next.write(newPassword())
  const other = otherName(present.user)
  const formerUser = isSwitched ? other : present.user
  const login = { user: isSwitched ? present.user : other, password: next.read() }
  const nextUri = withLogin(address.read(), login)
  // Unknown when the files were written already.
  const formerUri =
    server.read() === next.read()
      ? undefined
      : withLogin(nextUri, { user: formerUser, password: server.read() })

  report(`let MongoDB accept the user ${login.user} …`)
  await runStep('mongodb.accept', { rootUri, formerUser, next: login, nextUri })
  if (!isSwitched) {
    await rotation.record('MONGODB_URI')
    address.write(nextUri)
  }
  const replaced = await rotation.replaceProcesses()

  report(`withdraw the user ${formerUser} …`)
  const left = await rotation.waitForNone(() => runStep('mongodb.connections', { rootUri, formerUser }))
  if (left.length > 0)
    throw new Fault(
      `Programs are connected as ${formerUser}: ${left.join(', ')}. End them, then run this again. Both users are accepted until then.`,
    )
  await runStep('mongodb.withdraw', { rootUri, formerUser, formerUri, nextUri })
  // The user that deploy/create-user.js creates on an empty volume.
  secretFile(join(dirname(server.path), 'MONGODB_USER'), server.path).write(login.user)
  server.write(login.password)
  next.remove()
  return { replaced }
}

/** `jhatpat` and `jhatpat-2`. */
const otherName = (user: string): string => (user.endsWith('-2') ? user.slice(0, -2) : `${user}-2`)
