import { existsSync, readFileSync } from 'node:fs'
import type * as z from 'zod'
import { name } from './fields.ts'

/** A file with private keys of backups, as age writes them: comments, and a key on each other line. */
export const identityFile = () => name(1_000).transform(readIdentities)

function readIdentities(path: string, context: z.RefinementCtx<string>): string[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const keys = lines.map((line) => line.trim()).filter((line) => /^AGE-SECRET-KEY-1[A-Z0-9]+$/.test(line))
  if (keys.length === 0)
    context.addIssue({ code: 'custom', message: `names ${path}, which has no private key of backups` })
  return keys
}
