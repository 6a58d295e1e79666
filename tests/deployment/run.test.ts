import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/* The deployment test with a client that only records what it is asked to do; its build takes a minute. */
// cspell:ignore esac

const client = (log: string, downCode: number) => `#!/bin/sh
echo "$*" >> '${log}'
case "$*" in
  'compose version --short') echo 2.40.0 ;;
  *'config --format json') echo '{"services":{}}' ;;
  *' build '*) exec sleep 60 ;;
  *' down '*) echo "volume is in use"; exit ${downCode} ;;
esac
`

async function runDeployment(downCode: number) {
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const log = join(folder, 'log')
  await writeFile(log, '')
  await writeFile(join(folder, 'docker'), client(log, downCode), { mode: 0o755 })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts')], {
    env: {
      ...process.env,
      PATH: [folder, process.env.PATH].join(delimiter),
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += String(text)
    })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const asked = async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean)
  return { child, exited, asked, output: () => output }
}

it('takes its shop down when it is interrupted, and nothing of another shop', {
  timeout: 30_000,
}, async () => {
  const { child, exited, asked, output } = await runDeployment(0)
  const isBuilding = async () => (await asked()).some((args) => args.includes(' build '))
  await expect.poll(isBuilding, { timeout: 20_000 }).toBe(true)
  child.kill('SIGINT')
  expect(await exited).toBe(1)
  expect(output()).toContain('The deployment test was interrupted. Its shop is taken down.')
  const calls = await asked()
  expect(calls.at(-1)).toMatch(
    /^compose --project-name jhatpat-deployment .* down --volumes --remove-orphans /,
  )
  const composed = calls.filter((args) => args.startsWith('compose ') && !args.includes('version'))
  for (const args of composed) expect(args).toContain('--project-name jhatpat-deployment')
})

it('fails when its shop cannot be taken down', { timeout: 30_000 }, async () => {
  const { exited, output } = await runDeployment(1)
  expect(await exited).toBe(1)
  expect(output()).toContain('docker compose down failed (1):\nvolume is in use')
})
