/**
 * `npm run pictures`: runs the browser tests that take pictures, at 360, 768 and 1440 px, into .cache/pictures; those of
 * documents are copied to docs/pictures. `--only home,board` takes some. `--sheets` draws instead one sheet for each
 * screen, with all widths, large letters and both languages, into docs/pictures/screens.
 */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApps } from '../../scripts/launcher/builds.ts'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { provideChromium } from './chromium.ts'
import { documentPictures, filesTaking, pictureOf } from './picture-files.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.cache', 'pictures')
const documents = join(root, 'docs', 'pictures')

const options = { only: { type: 'string' }, sheets: { type: 'boolean', default: false } } as const
const { only, sheets } = parseArgs({ options }).values

await runMain(sheets ? drawSheets : takePictures)

async function takePictures(): Promise<void> {
  const wanted = only?.split(',')
  const files = await filesTaking(wanted)
  await removePictures(wanted)
  const isComplete = await runTests(files, { PICTURES: folder, ...(only && { PICTURES_ONLY: only }) })
  await copyToDocuments(documentPictures.filter((name) => wanted?.includes(name) ?? true))
  requireAll(isComplete)
}

async function drawSheets(): Promise<void> {
  const screens = join(documents, 'screens')
  if (!only) await rm(screens, { recursive: true, force: true })
  await mkdir(screens, { recursive: true })
  const files = ['tests/e2e/screen-sheets.spec.ts']
  requireAll(await runTests(files, { SHEETS: screens, ...(only && { SHEETS_ONLY: only }) }))
}

function requireAll(isComplete: boolean): void {
  if (!isComplete) throw new CliError('Some pictures are missing: the tests named above have failed.')
}

/** @returns whether all of them passed */
async function runTests(files: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  await buildApps(root, terminalReporter())
  const chromePath = await provideChromium(console.error)
  const { status } = spawnSync('playwright', ['test', ...files], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env, ...(chromePath && { CHROME_PATH: chromePath }) },
  })
  return status === 0
}

/** Removes the pictures that are to be taken, so that an old one is not mistaken for a new one. */
async function removePictures(wanted: string[] | undefined): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder))
    if (wanted?.includes(pictureOf(file)) ?? true) await rm(join(folder, file), { recursive: true })
}

async function copyToDocuments(names: string[]): Promise<void> {
  await mkdir(documents, { recursive: true })
  for (const file of await readdir(folder))
    if (names.includes(pictureOf(file))) await copyFile(join(folder, file), join(documents, file))
}
