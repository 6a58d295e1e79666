import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { newPushKey } from '@jhatpat/shared/providers/push/push-keys.ts'
import { everyVendor, type KeyForm } from '@jhatpat/shared/providers/vendors.ts'

type Maker = () => string

/** How each form of key is generated; an address cannot be generated. */
const forms: Record<Exclude<KeyForm, 'address'>, Maker> = {
  secret: () => randomBytes(24).toString('hex'),
  uuid: randomUUID,
  number: () => String(100_000 + (randomBytes(4).readUInt32BE() % 900_000)),
  email: () => 'demo@jhatpat.test',
}

/** Settings that a demo needs and that are not set, generated at random on the first run. */
const makers: Record<string, Maker> = {
  SECRET_KEY: () => randomBytes(32).toString('base64'),
  PUSH_PRIVATE_KEY: newPushKey,
  ...Object.fromEntries(
    everyVendor.flatMap(({ keys }) =>
      Object.entries(keys).flatMap(([name, form]) => (form === 'address' ? [] : [[name, forms[form]]])),
    ),
  ),
}

/** The secrets of the demo, from `demo.env` in the data folder. Missing ones are added to the file. */
export async function demoSettings(dataDir: string): Promise<Record<string, string>> {
  const path = join(dataDir, 'demo.env')
  const stored = parseEnv(await readFile(path, 'utf8').catch(() => ''))
  const settings: Record<string, string> = {}
  for (const [name, make] of Object.entries(makers)) settings[name] = stored[name] || make()
  if (Object.keys(makers).some((name) => !stored[name])) {
    await mkdir(dataDir, { recursive: true })
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    await writeFile(path, `# Made at random for the demo; useless anywhere else.\n${lines.join('\n')}\n`, {
      mode: 0o600,
    })
  }
  return settings
}
