/**
 * `npm run pictures`: runs the browser tests that take pictures, at 360, 768 and 1440 px, into .cache/pictures; those of
 * documents are copied to docs/pictures. `--only home,board` takes some.
 */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApps } from '../../scripts/launcher/builds.ts'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { provideChromium } from './chromium.ts'

const root = resolve(import.meta.dirname, '../..')
const tests = join(root, 'tests', 'e2e')
const folder = join(root, '.cache', 'pictures')
const documents = join(root, 'docs', 'pictures')

/** The pictures of documents. */
const documentPictures = [
  'board',
  'confirmation-completed',
  'confirmation-processing',
  'dashboard',
  'home',
  'pay',
  'product',
  'wallet',
]

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values

await runMain(async () => {
  const wanted = only?.split(',')
  await removePictures(wanted)
  const files = await filesTaking(wanted)
  await buildApps(root, terminalReporter())
  const chromePath = await provideChromium(console.error)
  const { status } = spawnSync('playwright', ['test', ...files], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      PICTURES: folder,
      ...(only && { PICTURES_ONLY: only }),
      ...(chromePath && { CHROME_PATH: chromePath }),
    },
  })
  const taken = await readdir(folder)
  await mkdir(documents, { recursive: true })
  for (const file of taken)
    if (documentPictures.includes(nameOf(file))) await copyFile(join(folder, file), join(documents, file))
  const names = new Set(taken.map(nameOf))
  const missing = (wanted ?? documentPictures).filter((name) => !names.has(name))
  if (missing.length > 0) throw new CliError(`No browser test has taken ${missing.join(', ')}.`)
  if (status !== 0) throw new CliError('Some pictures are missing: the tests named above have failed.')
})

/** Removes the pictures that are to be taken, so that an old one is not mistaken for a new one. */
async function removePictures(wanted: string[] | undefined): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder))
    if (wanted?.includes(nameOf(file)) ?? true) await rm(join(folder, file), { recursive: true })
}

/** The test files that take pictures; where each wanted picture is named in some of them, only these. */
async function filesTaking(wanted: string[] | undefined): Promise<string[]> {
  const routes = await readFile(join(tests, 'kit', 'routes.ts'), 'utf8')
  const names = (await readdir(tests)).filter((name) => name.endsWith('.spec.ts'))
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(tests, name), 'utf8')
      return { path: `tests/e2e/${name}`, text: text.includes('/kit/routes.ts') ? text + routes : text }
    }),
  )
  const taking = files.filter(({ text }) => text.includes('/kit/picture.ts'))
  const naming = wanted?.map((name) => taking.filter(({ text }) => isNamed(name, text))) ?? [[]]
  const chosen = naming.every((some) => some.length > 0) ? new Set(naming.flat()) : taking
  return [...chosen].map(({ path }) => path)
}

/** Whether a test names the picture: as a text, as the end of an address, or as the key of a list. */
function isNamed(picture: string, test: string): boolean {
  return new RegExp(`['/]${picture}'|^\\s+${picture}: '`, 'm').test(test)
}

const nameOf = (file: string) => file.replace(/-\d+\.png$/, '')
