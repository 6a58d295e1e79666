/**
 * `npm run licences`: writes THIRD_PARTY_LICENSES, the packages that the image and both apps contain, with
 * their licences. The list comes from package-lock.json, the texts from the installed packages; a package
 * without a text of its own, or for one platform only, has the standard text of its licence. So the file
 * is the same on every machine.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { type Lock, readLock, type ShippedPackage, shippedPackages } from './building/shipped-packages.ts'
import { CliError, runMain } from './processes/cli-error.ts'

const root = resolve(import.meta.dirname, '..')

/** Licences that let a proprietary program contain the package; LGPL as a library that is loaded at run time. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
])

/**
 * The whole file.
 * @throws CliError for a package whose licence is not accepted
 */
export function renderLicences(lock: Lock): string {
  const linesByText = new Map<string, string[]>()
  for (const shipped of shippedPackages(lock)) {
    const line = `${shipped.name} ${shipped.version} (${shipped.licences.join(', ')})`
    const refused = shipped.licences.filter((one) => !accepted.has(one))
    if (shipped.licences.length === 0 || refused.length > 0)
      throw new CliError(`A proprietary program may not contain ${line}.`)
    const text = ownText(shipped) ?? shipped.licences.map(standardText).join('\n\n')
    linesByText.set(text, [...(linesByText.get(text) ?? []), line])
  }
  const parts = [...linesByText].map(([text, lines]) => `${[...new Set(lines)].sort().join('\n')}\n\n${text}`)
  const head = 'Packages that Jhatpat contains, and their licences. Made by npm run licences.'
  return `${[head, ...parts.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function ownText({ path, isForOnePlatform }: ShippedPackage): string | undefined {
  const folder = join(root, path)
  if (isForOnePlatform || !existsSync(folder)) return undefined
  const files = readdirSync(folder).filter((file) =>
    /^(mit-)?(licence|license|copying|notice)(\.(txt|md))?$/i.test(file),
  )
  const texts = files.sort().map((file) => trimmed(readFileSync(join(folder, file), 'utf8')))
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

const requireFile = createRequire(import.meta.url)
const standardText = (licence: string): string =>
  trimmed(requireFile(`spdx-license-list/licenses/${licence}.json`).licenseText)

const trimmed = (text: string) => text.replace(/\r/g, '').trim()

if (import.meta.main) {
  await runMain(async () => writeFileSync(join(root, 'THIRD_PARTY_LICENSES'), renderLicences(readLock())))
}
