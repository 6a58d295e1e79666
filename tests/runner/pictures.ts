/**
 * `npm run pictures`: runs the browser tests that take pictures, at 360, 768 and 1440 px, into .cache/pictures; those of
 * documents are copied to docs/pictures. `--only home,board` takes some.
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

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values

await runMain(async () => {
  const wanted = only?.split(',')
  const files = await filesTaking(wanted)
  await removePictures(wanted)
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
  await copyToDocuments(documentPictures.filter((name) => wanted?.includes(name) ?? true))
  if (status !== 0) throw new CliError('Some pictures are missing: the tests named above have failed.')
})

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
