import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { ComposedShop } from '../shop/composed-shop.ts'
import type { Checks } from './checks.ts'

const loops = 2 * availableParallelism()
// It ends also when this process is killed.
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);'

/**
 * As beside another program that takes every processor: the health checks must still be answered in time. The shop has
 * no recipient for backups, as before an operator has made one.
 */
export async function checkStartUnderLoad(checks: Checks, shop: ComposedShop): Promise<void> {
  await checks.check(`docker compose up --wait succeeds beside ${loops} busy loops`, async () => {
    const busy = Array.from({ length: loops }, () =>
      spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }),
    )
    try {
      await shop.up({ BACKUP_RECIPIENT: '' })
      return undefined
    } finally {
      for (const loop of busy) loop.kill('SIGKILL')
    }
  })
}
