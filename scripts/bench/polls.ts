import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from '../refusal.ts'
import { linesOf } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'

const root = resolve(import.meta.dirname, '../..')
const test = 'tests/services/pipeline/unpaid-polls.test.ts'
const unpaid = { smoke: 500, quick: 20_000, whole: 100_000 }
const line = linesOf('P13')
const atMostMs = 3_000

/** The test holds the same at a smaller number; its world of one api and two workers is taken as it is. */
export const polls: Suite = {
  about: '100,000 unpaid orders at a gateway that takes a second: from its callback to Processing',
  run: async ({ amount }) => {
    const env = { ...process.env, UNPAID_ORDERS: String(unpaid[amount]) }
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'services', test]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env,
      maxBuffer: 64e6,
    }).catch((error: Error & { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }))
    const [, left, took] = /(\d+) of them still in line: paid to Processing in ([\d,]+) ms/.exec(stdout) ?? []
    if (!took) throw new Refusal(`${test} measured nothing:\n${stdout.slice(-3_000)}`)
    const times = took.split(',').map(Number)
    return {
      rows: [
        line.atMost(`${unpaid[amount]} unpaid: paid to Processing at most, ms`, Math.max(...times), atMostMs),
        line.told('still in line afterwards', Number(left)),
      ],
      detail: { unpaid: unpaid[amount], times },
    }
  },
}
