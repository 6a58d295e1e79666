import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { type Checks, must } from './checks.ts'
import { type Host, runOnHost } from './host.ts'

interface Server {
  /** In the folder of the secrets. */
  file: string
  /** A shell command of its container, which reads a password from standard input and asks with it. */
  ask: string
  service: string
  accepted: RegExp
}

const servers = {
  redis: {
    file: 'redis/REDIS_PASSWORD',
    service: 'redis',
    ask: 'read -r REDISCLI_AUTH && export REDISCLI_AUTH && redis-cli ping',
    accepted: /PONG/,
  },
  mongodb: {
    file: 'mongo/MONGODB_PASSWORD',
    service: 'mongo',
    ask: 'read -r uri && HOME=/tmp mongosh --quiet --eval "db.orders.countDocuments({})" "$uri"',
    accepted: /^\d+$/m,
  },
} satisfies Record<string, Server>

/** The passwords of these databases are replaced while customers buy. */
export async function checkSecrets(
  checks: Checks,
  host: Host,
  rotated: readonly ('mongodb' | 'redis')[],
): Promise<void> {
  for (const secret of rotated) {
    const server = servers[secret]
    await checks.check(
      `secrets:rotate ${secret} replaces the password, and the former one is refused`,
      async () => {
        const { shop } = host
        const former = await readLogin(shop, server)
        const { code, output } = await runOnHost(host, ['secrets:rotate', secret]).ended
        must(code === 0, output)
        const next = await readLogin(shop, server)
        must(next.password !== former.password, 'The file has the former password.')
        for (const { password } of [former, next]) must(!output.includes(password), 'It printed a password.')
        must(await isAccepted(host, server, next), 'The new password is refused.')
        must(!(await isAccepted(host, server, former)), 'The former password is accepted.')
        return undefined
      },
    )
  }
}

interface Login {
  password: string
  /** What the command of the container reads. */
  line: string
}

async function readLogin({ settings }: ComposedShop, { file, service }: Server): Promise<Login> {
  const read = async (path: string) => (await readFile(join(settings.secretsFolder, path), 'utf8')).trim()
  const password = await read(file)
  return { password, line: service === 'mongo' ? await read('app/MONGODB_URI') : password }
}

async function isAccepted(
  { engine, shop }: Host,
  { service, ask, accepted }: Server,
  login: Login,
): Promise<boolean> {
  const input = join(engine.folder, 'login.txt')
  await writeFile(input, `${login.line}\n`, { mode: 0o600 })
  const { output } = await shop.compose(['exec', '-T', service, 'sh', '-c', ask], { input })
  return accepted.test(output)
}
