import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, succeed } from '../engine/engine.ts'
import { interrupted } from '../engine/interruption.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { type Checks, must } from './checks.ts'

/** The service `backup` saves the shop, to a key that the shop does not have. */
export async function checkBackups(checks: Checks, shop: ComposedShop): Promise<void> {
  await checks.check('the service backup makes a backup that its private key opens', async () => {
    await untilBackedUp(shop)
    const key = ['--volume', `${shop.settings.identityFile}:/key.txt:ro`]
    const command = ['npm', 'run', '--silent', 'cli', '--', 'restore', '--check', '--identity', '/key.txt']
    const run = ['run', '--rm', '--no-deps', '-T', ...key, 'backup', ...command]
    const output = await succeed('restore --check', shop.compose(run))
    must(/Backup \S+ can be restored, to /.test(output), output.slice(-2_000))
    return output.split('\n').at(-1)
  })
}

async function untilBackedUp(shop: ComposedShop): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const list = ['exec', '-T', 'backup', 'sh', '-c', 'ls /backups/backups/*/manifest.json']
    if ((await shop.compose(list)).code === 0) return
    if (Date.now() > deadline || interrupted.aborted) {
      const { output } = await shop.compose(['logs', '--tail', '30', 'backup'])
      throw new Error(`There is no backup after two minutes:\n${output}`)
    }
    await sleep(1_000)
  }
}

/** The shop must be up without BACKUP_RECIPIENT. */
export async function checkBackupsWithoutRecipient(
  checks: Checks,
  engine: Engine,
  shop: ComposedShop,
): Promise<void> {
  await checks.check('the service backup waits without a recipient, and says so', async () => {
    const id = await succeed('docker compose ps', shop.compose(['ps', '--all', '--quiet', 'backup']))
    const format = '{{.State.Status}}, {{.RestartCount}} restarts'
    const state = await succeed('docker inspect', engine.docker(['inspect', '--format', format, id]))
    must(state === 'running, 0 restarts', `It is ${state}.`)
    const logs = await succeed('docker compose logs', shop.compose(['logs', '--no-color', 'backup']))
    must(logs.includes('No backups are made: BACKUP_RECIPIENT is not set.'), logs.slice(-2_000))
    return state
  })
}
