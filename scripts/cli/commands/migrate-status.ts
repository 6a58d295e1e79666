import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { migrationStatus } from '@jhatpat/shared/platform/migrations.ts'
import * as z from 'zod'
import { defineCommand } from '../kit/command.ts'

export const migrateStatus = defineCommand({
  name: 'migrate:status',
  summary: 'compares the database with the migrations of this version; exits with 1 when they differ',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async (context) => {
    const { name } = await context.database()
    const { done, pending, contracting, unknown } = await migrationStatus(migrations)
    const lines = [
      ...done
        .filter(({ id }) => !unknown.includes(id))
        .map(({ id, at }) => `${id}  ran at ${at.toISOString()}`),
      ...pending.map((id) => `${id}  has not run: run node scripts/prepare-database.ts`),
      ...contracting.map(
        (id) =>
          `${id}  waits until no process of an earlier version runs: then run node scripts/prepare-database.ts --contract`,
      ),
      ...unknown.map((id) => `${id}  is unknown: a newer version of the shop prepared this database`),
    ]
    return {
      value: {
        done: done.map(({ id, at }) => ({ id, at: at.toISOString() })),
        pending,
        contracting,
        unknown,
      },
      text: [`Migrations of ${name}:`, ...lines].join('\n'),
      exitCode: pending.length + unknown.length > 0 ? 1 : 0,
    }
  },
})
