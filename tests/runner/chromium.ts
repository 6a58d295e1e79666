import { readFile } from 'node:fs/promises'
import { findOnPath, isExecutable } from '../../scripts/services/common-sources.ts'
import { lastLine, runProgram } from '../../scripts/services/run-program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * A browser for the journeys: CHROME_PATH, or an installed one; on Debian and Ubuntu as root it is
 * installed; else undefined: Playwright then uses its own.
 */
export async function provideChromium(log: (line: string) => void): Promise<string | undefined> {
  const existing = await findBrowser()
  if (existing) return existing
  if (await canInstall()) {
    const complaint = await installChromium()
    const installed = await findOnPath('chromium')
    if (installed) return installed
    log(`Chromium could not be installed with apt-get: ${complaint}`)
  }
  const args = ['install', 'chromium']
  const ran = await runProgram('playwright', args, {
    timeoutMs: 300_000,
    shell: process.platform === 'win32',
  })
  if (ran.code !== 0) log(`Playwright could not bring a browser: ${lastLine(ran.output)}`)
  return undefined
}

async function findBrowser(): Promise<string | undefined> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return CHROME_PATH
  for (const name of names) {
    const path = await findOnPath(name)
    if (path) return path
  }
  for (const path of process.platform === 'darwin' ? macPaths : []) if (await isExecutable(path)) return path
  return undefined
}

/**
 * Ubuntu's package only fetches a snap, which root in a container cannot run, so that no browser is found
 * afterwards.
 */
async function canInstall(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !(await findOnPath('apt-get'))) return false
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release)
}

async function installChromium(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=180']
  await runProgram('apt-get', ['update', '-qq', ...wait], { env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...wait, 'chromium']
  return lastLine((await runProgram('apt-get', args, { env, timeoutMs: 400_000 })).output)
}
