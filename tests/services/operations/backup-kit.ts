import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RestorationModel } from '@jhatpat/shared/domain/recovery/index.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import mongoose from 'mongoose'
import { vi } from 'vitest'
import { followOplog } from '../../../scripts/backup/follow-oplog.ts'
import { listSegments } from '../../../scripts/backup/segments.ts'
import { runCliIn } from '../../support/run-cli.ts'
import type { Service } from '../../support/service-harness.ts'

export type BackupKit = {
  folder: string
  identityFile: string
  /** Runs a command with the kit's keys and folder. */
  cli(...args: string[]): ReturnType<typeof runCliIn>
  /** Starts to keep the tail of the oplog. `stop` saves what is left. */
  follow(): { stop(): Promise<void> }
  /** As `follow`, and waits until it has begun: what is written from now on is in the tail. */
  followFromNow(): Promise<{ stop(): Promise<void> }>
  /** Waits until the tail reaches this time. */
  tailReaches(time: Date): Promise<void>
  remove(): Promise<void>
}

/** A folder for backups, with a pair of keys. */
export async function createBackupKit(service: Service): Promise<BackupKit> {
  const folder = mkdtempSync(join(tmpdir(), 'jhatpat-backups-'))
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const identityFile = join(folder, 'key.txt')
  writeFileSync(identityFile, `# a comment\n${identity}\n`)
  const env = { ...service.env, BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient }
  const kit: BackupKit = {
    folder,
    identityFile,
    cli: (...args) => runCliIn({ ...service, env }, args),
    followFromNow: async () => {
      const tail = kit.follow()
      await kit.tailReaches(new Date())
      return tail
    },
    follow: () => {
      const stopping = new AbortController()
      const { log } = service.deps
      const client = mongoose.connection.getClient()
      const database = mongoose.connection.name
      const { signal } = stopping
      const tail = followOplog({ client, database, folder, recipient, env, log, signal, flushMs: 200 })
      return {
        stop: () => {
          stopping.abort()
          return tail
        },
      }
    },
    tailReaches: async (time) => {
      const giveUpAt = Date.now() + 30_000
      while (((await listSegments(folder)).at(-1)?.to.t ?? 0) * 1_000 < time.getTime()) {
        // A write to another database shows that nothing was written to this one.
        await mongoose.connection
          .getClient()
          .db(`${mongoose.connection.name}-tick`)
          .collection('ticks')
          .insertOne({})
        if (Date.now() > giveUpAt) throw new Error(`the tail did not reach ${time.toISOString()}`)
        await sleep(100)
      }
    },
    remove: async () => {
      await mongoose.connection.getClient().db(`${mongoose.connection.name}-tick`).dropDatabase()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return kit
}

/** Waits until processes in this one have asked so often whether the shop is still quiet. */
export async function quietModeIsRead(times: number): Promise<void> {
  const reading = vi.spyOn(RestorationModel, 'findById')
  try {
    await vi.waitUntil(() => reading.mock.calls.length >= times, { timeout: 30_000 })
  } finally {
    reading.mockRestore()
  }
}

export const databaseOf = (name = mongoose.connection.name) => mongoose.connection.getClient().db(name)

/** Names for databases to restore into, and their removal. */
export function createTargets() {
  const names: string[] = []
  return {
    next: () => {
      const name = `${mongoose.connection.name}-${names.length}`
      names.push(name)
      return name
    },
    drop: async () => {
      for (const name of names) await databaseOf(name).dropDatabase()
    },
  }
}

/** The content of a database's collections, by name. */
export async function hashesOf(database: string): Promise<Record<string, string>> {
  const reply = await mongoose.connection.getClient().db(database).command({ dbHash: 1 })
  return reply.collections
}
