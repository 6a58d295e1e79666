import { statSync } from 'node:fs'
import { CliError } from '../../processes/cli-error.ts'
import { Fault } from '../kit/fault.ts'
import { loginOf, withLogin } from './credentials.ts'
import { newPassword } from './new-password.ts'
import type { Rotation } from './rotation.ts'
import { nextFile } from './secret-file.ts'

/**
 * Replaces Redis's password. A user of Redis may have two: the new one is added, the processes get it, then the former
 * one is withdrawn. `REDIS_PASSWORD.next` marks a rotation that has not ended.
 */
export async function rotateRedis(rotation: Rotation): Promise<{ replaced: number }> {
  const { secrets, report, runStep } = rotation
  const address = secrets.file('api', 'REDIS_URL')
  const server = secrets.file('redis', 'REDIS_PASSWORD')
  const next = nextFile(server)
  const login = loginOf('REDIS_URL', address.read())
  if (login.password !== server.read() && login.password !== next.find())
    throw new CliError(
      `${address.path} has another password than ${server.path}. If its Redis is not the one of docker-compose.yml, let it accept a second password, then give the new address with --from. Nothing was changed.`,
    )
  const url = withLogin(address.read(), { ...login, password: server.read() })
  await runStep('redis.check', { url: address.read() })
  if (next.find() === undefined) next.write(newPassword())
  const nextPassword = next.read()
  const nextUrl = withLogin(url, { ...login, password: nextPassword })

  report('let Redis accept a second password …')
  await runStep('redis.accept', { url: address.read(), nextUrl, nextPassword })
  if (address.read() !== nextUrl) {
    await rotation.record('REDIS_URL')
    address.write(nextUrl)
  }
  const replaced = await rotation.replaceProcesses()

  report('withdraw the former password …')
  const left = await rotation.waitForNone(() =>
    runStep('redis.connections', { url: nextUrl, newForMs: Date.now() - statSync(address.path).ctimeMs }),
  )
  if (left.length > 0)
    throw new Fault(
      `Connections from before the new password are open, from ${left.join(', ')}: end those programs, then run this again. Both passwords are accepted until then.`,
    )
  // From here a restarted Redis has the new password alone; what is left of this is repeated.
  server.write(nextPassword)
  await runStep('redis.withdraw', { url, nextUrl, nextPassword })
  next.remove()
  return { replaced }
}
