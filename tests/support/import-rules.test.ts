import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = ['shared', 'api', 'workers', 'storefront/src', 'admin/src', 'scripts', 'deploy', 'tests']

type Report = {
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string } }[]
  }
}

/**
 * Each entry is a file, what it imports, and the rule that must reject it; only a type where the import
 * says so.
 */
const planted = [
  ['shared/contracts/a.ts', '../platform/a.ts', 'contracts-folders'],
  ['shared/contracts/b.ts', 'mongoose', 'contracts-packages'],
  ['shared/contracts/c.ts', 'node:fs', 'contracts-packages'],
  ['shared/contracts/d.ts', 'ky', 'contracts-load-no-ky'],
  ['shared/ui/a.ts', '../browser/a.ts', 'ui-folders'],
  ['shared/ui/b.ts', 'ky', 'ui-packages'],
  ['shared/browser/b.ts', '../domain/orders/index.ts', 'browser-folders'],
  ['shared/browser/c.ts', 'express', 'browser-packages'],
  ['shared/platform/b.ts', '../contracts/orders.ts', 'platform'],
  ['shared/providers/sms/b.ts', '../../domain/orders/index.ts', 'providers'],
  ['shared/providers/vendors.ts', 'zod', 'vendors-are-data'],
  ['shared/domain/wallet/b.ts', '../../../api/src/a.ts', 'domain'],
  ['shared/domain/wallet/c.ts', '../../providers/sms/fast2sms.ts', 'domain-knows-no-vendor'],
  ['shared/domain/wallet/d.ts', '../orders/move-order.ts', 'slices-have-one-door'],
  ['api/src/b.ts', '../../shared/domain/orders/move-order.ts', 'slices-from-outside-have-one-door'],
  ['api/src/c.ts', '../../workers/src/a.ts', 'api'],
  ['workers/src/b.ts', '../../api/src/a.ts', 'workers'],
  ['storefront/src/a.ts', '../../shared/platform/a.ts', 'apps-have-no-server-code'],
  ['storefront/src/c.ts', '../../shared/contracts/orders.ts', 'storefront-calls-by-name'],
  ['storefront/src/b.ts', '../../admin/src/a.ts', 'storefront-without-admin'],
  ['admin/src/b.ts', '../../storefront/src/z.ts', 'admin-without-storefront'],
  ['storefront/src/features/home/a.ts', '../wallet/a.ts', 'features-stand-alone'],
  ['storefront/src/features/home/b.ts', '../../app/a.ts', 'features-know-no-app'],
  ['storefront/src/lib/a.ts', '../features/wallet/a.ts', 'lib-knows-no-feature'],
  ['api/src/d.ts', '../../tests/simulators/a.ts', 'no-test-code-in-the-product'],
  ['admin/src/d.ts', './testing/a.ts', 'no-test-code-in-the-product'],
  ['shared/deps.ts', '../tests/simulators/a.ts', 'no-test-code-in-the-product'],
  ['shared/domain/wallet/e.ts', '../../../scripts/a.ts', 'no-test-code-in-the-product'],
  ['shared/domain/wallet/e.test.ts', '../../../api/src/a.ts', 'shared-looks-down'],
  ['shared/domain/wallet/f.test.ts', '../../../workers/src/a.ts', 'shared-looks-down'],
  ['shared/platform/c.test.ts', '../../scripts/a.ts', 'shared-looks-down'],
  ['shared/ui/c.test.tsx', '../../storefront/src/z.ts', 'shared-looks-down'],
  ['shared/later.ts', '../admin/src/a.ts', 'shared-looks-down'],
  ['api/src/e.ts', './f.ts', 'no-cycles'],
  ['shared/domain/wallet/h.ts', 'type ./i.ts', 'no-cycles'],
  ['api/src/g.ts', './does-not-exist.ts', 'resolvable'],
] as const

/** What the planted files import, and files that break no rule. */
const innocent: Record<string, string> = {
  'shared/platform/a.ts': "import 'mongoose'\nimport '../providers/vendors.ts'",
  'shared/contracts/orders.ts': "import type { KyInstance } from 'ky'\nexport type A = KyInstance",
  'shared/browser/a.ts': "import '../contracts/orders.ts'\nimport '../ui/z.ts'\nimport 'react'",
  'shared/ui/z.ts': "import 'react'",
  'shared/domain/orders/index.ts': "export * from './move-order.ts'",
  'shared/domain/orders/move-order.ts': 'export const moved = 1',
  'shared/domain/payments/pay.ts': "import '../orders/index.ts'\nimport '../../providers/sms/registry.ts'",
  'shared/providers/sms/registry.ts': "import './fast2sms.ts'",
  'shared/providers/sms/fast2sms.ts': "import '../../contracts/orders.ts'\nimport '../../platform/a.ts'",
  'shared/domain/orders/spy.test.ts': "import '../../../tests/simulators/a.ts'",
  'shared/domain/wallet/i.ts': "import type { A } from './h.ts'\nexport type B = A",
  'scripts/a.ts': 'export const a = 1',
  'api/src/a.ts': "import '../../shared/domain/orders/index.ts'\nimport 'express'",
  'api/src/f.ts': "import './e.ts'\nexport const f = 1",
  'workers/src/a.ts': 'export const a = 1',
  'admin/src/a.ts': 'export const a = 1',
  'admin/src/testing/a.ts': "import '../../../tests/simulators/a.ts'",
  'storefront/src/z.ts':
    "import type { A } from '../../shared/contracts/orders.ts'\nexport const z: A | 1 = 1",
  'storefront/src/lib/calls.ts': "export * from '../../../shared/contracts/orders.ts'",
  'storefront/src/app/a.ts': "import '../features/wallet/a.ts'",
  'storefront/src/features/wallet/a.ts': "import '../../../../shared/browser/a.ts'",
  'tests/simulators/a.ts': 'export const a = 1',
  'deploy/a.ts': 'export const a = 1',
}

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'jhatpat-imports-'))
  await cp(join(root, 'package.json'), join(copy, 'package.json'))
  await cp(join(root, '.dependency-cruiser.mjs'), join(copy, '.dependency-cruiser.mjs'))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const guilty = planted.map(([file, imported]) => [file, importOf(imported)] as const)
  for (const [file, text] of [...Object.entries(innocent), ...guilty]) {
    await mkdir(join(copy, dirname(file)), { recursive: true })
    await writeFile(join(copy, file), `${text}\n`)
  }
})
afterAll(() => rm(copy, { recursive: true }))

it('follows the import rules everywhere', { timeout: 60_000 }, async () => {
  const { summary } = await cruise(root)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  expect(summary.totalCruised).toBeGreaterThan(50)
})

it('catches each planted violation, and nothing else', { timeout: 60_000 }, async () => {
  const { summary } = await cruise(copy)
  const caught = summary.violations.map(({ rule, from }) => `${from}: ${rule.name}`)
  for (const [file, , rule] of planted) expect(caught).toContain(`${file}: ${rule}`)
  const inTheCircles = ['api/src/f.ts: no-cycles', 'shared/domain/wallet/i.ts: no-cycles']
  const caughtInnocent = caught.filter((one) => (one.split(':')[0] as string) in innocent)
  expect(caughtInnocent.filter((one) => !inTheCircles.includes(one))).toEqual([])
})

/** `type ./a.ts` imports only a type. */
function importOf(what: string): string {
  const [path, kind] = what.split(' ').reverse()
  return kind === 'type' ? `import type { B } from '${path}'\nexport type A = B` : `import '${path}'`
}

function cruise(cwd: string): Promise<Report> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 200_000_000 }, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout) as Report)
      } catch {
        reject(error ?? new Error('dependency-cruiser said nothing'))
      }
    })
  })
}
