/**
 * Runs `npm start`, `npm test` and `npm run` dev, demo, faults, alerts, kills, mutants and abuse: plain JavaScript
 * for any installed Node. It installs the packages when they are missing, and continues under the pinned
 * Node, which is one of them.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampPath = join(modules, '.installed-lock')
const isWindows = process.platform === 'win32'

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `\nNode ${process.versions.node} is too old: install Node 20 or newer, then run this again.\n`,
  )
  process.exit(1)
}
const [mode = '--start', ...rest] = process.argv.slice(2)
const script = {
  '--start': 'scripts/launch.ts',
  '--dev': 'scripts/launch.ts',
  '--demo': 'scripts/demo.ts',
  '--test': 'tests/runner/run.ts',
  '--faults': 'tests/faults/run.ts',
  '--alerts': 'tests/faults/alerts/run.ts',
  '--kills': 'tests/faults/kills/run.ts',
  '--mutants': 'tests/mutants/run.ts',
  '--abuse': 'tests/abuse/run.ts',
}[mode]
if (!script) {
  console.error(
    `\n${mode} is not known: use --dev, --demo, --test, --faults, --alerts, --kills, --mutants, --abuse or nothing.\n`,
  )
  process.exit(1)
}
if (!isInstalled()) await install()
process.exit(await goOn(join(root, script), mode === '--dev' ? [mode, ...rest] : rest))

/**
 * Whether node_modules matches the lock file: by the stamp of an install from here, or by the age of npm's
 * own.
 */
function isInstalled() {
  const hidden = join(modules, '.package-lock.json')
  if (!existsSync(hidden)) return false
  if (existsSync(stampPath)) return readFileSync(stampPath, 'utf8') === lockHash()
  return statSync(hidden).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

async function install() {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  console.log('  · Installing packages (npm ci), about a minute the first time …')
  const ticking = setInterval(() => console.log(`  · Installing packages … ${seconds()}`), 15_000)
  const { code, output } = await npmCi()
  clearInterval(ticking)
  if (code !== 0) {
    console.error(
      `${output.trim().split('\n').slice(-25).join('\n')}\n\nnpm ci failed: see above; is the network reachable?\n`,
    )
    process.exit(1)
  }
  writeFileSync(stampPath, lockHash())
  console.log(`  ✓ Packages installed (${seconds()})`)
}

function npmCi() {
  const cli = process.env.npm_execpath
  const throughNode = cli && /npm-cli\.[cm]?js$/.test(cli)
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const env = {
    ...process.env,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    SCARF_ANALYTICS: 'false',
    DO_NOT_TRACK: '1',
  }
  const child = throughNode
    ? spawn(process.execPath, [cli, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(isWindows ? 'npm.cmd' : 'npm', args, {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: isWindows,
      })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a script under the pinned Node and forwards signals to it. Resolves with its exit code. */
function goOn(path, args) {
  const node = join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node')
  if (!existsSync(node)) {
    console.error(
      '\nThe package "node" is incomplete (were install scripts off?): delete node_modules and run this again.\n',
    )
    return 1
  }
  const PATH = [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter)
  // The channel closes when this process is killed, which notifies the script.
  const child = spawn(node, [path, ...args], {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm sends a signal only to the shell between it and this process, and that shell ends silently.
  const parent = process.ppid
  const watching = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
  if (!process.env.npm_lifecycle_event) clearInterval(watching)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}
