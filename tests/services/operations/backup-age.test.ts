import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { lastBackupAt } from '@jhatpat/shared/domain/recovery/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBackupAge } from '../../../workers/src/maintenance/backup-age.ts'
import { insertAdmin } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { type BackupKit, createBackupKit } from './backup-kit.ts'

let service: Service
let kit: BackupKit

beforeAll(async () => {
  service = await startService()
  kit = await createBackupKit(service)
})
afterAll(async () => {
  await kit.remove()
  await service.stop()
})

const check = () => checkBackupAge({ ...service.deps, env: { ...service.env, BACKUP_RECIPIENT: 'age1' } })
const kinds = async () => {
  const admin = await service.as(await insertAdmin())
  return (await admin.call(supplyAlerts, {})).map(({ kind }) => kind)
}
describe('the age of the last backup', () => {
  it('raises an alert after 26 hours without one', async () => {
    expect(await lastBackupAt()).toBeUndefined()
    await check()
    expect(await lastBackupAt()).toBeNull()
    expect(await kinds()).toEqual([])
    service.clock.advance(27 * 3_600_000)
    await check()
    expect(await kinds()).toEqual(['backup_overdue'])
    expect(await kit.cli('backup')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Backup .* documents/),
    })
    expect(await lastBackupAt()).toBeInstanceOf(Date)
  })

  it('is not supervised in a shop that makes no backups', async () => {
    service.clock.advance(100 * 3_600_000)
    await checkBackupAge(service.deps)
    expect(await kinds()).toEqual([])
  })

  it('deletes expired backups, but never the newest', async () => {
    service.clock.advance(20 * 86_400_000)
    const { stdout } = await kit.cli('backup', '--json')
    expect(JSON.parse(stdout).expired).toHaveLength(1)
    expect((await kit.cli('restore', '--identity', kit.identityFile, '--check')).code).toBe(0)
  })
})
