import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'jhatpat-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command where nothing can be connected to. */
async function configCheck(settings: NodeJS.ProcessEnv, ...args: string[]) {
  const printed = { stdout: '', stderr: '' }
  const refuse = () => {
    throw new Error('config:check connects to nothing')
  }
  const code = await runCli(['config:check', ...args], {
    output: {
      stdout: (text) => {
        printed.stdout += text
      },
      stderr: (text) => {
        printed.stderr += text
      },
    },
    context: { settings, env: refuse, database: refuse, deps: refuse, ask: refuse, report: refuse },
  })
  return { code, ...printed }
}

const good = {
  MONGODB_URI: 'mongodb://jhatpat:secret@mongo:27017/jhatpat?replicaSet=rs0',
  REDIS_URL: 'redis://:secret@redis:6379',
  SECRET_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://shop.jhatpat.in',
  UPIGATEWAY_KEY: randomUUID(),
  SMILE_UID: '4711',
  SMILE_EMAIL: 'shop@jhatpat.in',
  SMILE_KEY: 'a',
  MOOGOLD_PARTNER_ID: 'b',
  MOOGOLD_SECRET: 'c',
  SMS_KEY: 'd',
  SMTP_URL: 'smtps://shop:secret@mail.jhatpat.in',
  MAIL_FROM: 'Jhatpat <orders@jhatpat.in>',
  SECURITY_CONTACT: 'mailto:security@jhatpat.in',
  SUPPORT_CONTACT: 'support@jhatpat.in',
}

it('names every missing setting at once, and exits with 1', async () => {
  const { code, stdout } = await configCheck({})
  expect(code).toBe(1)
  const needed = Object.keys(good).filter((name) => !/PUBLIC_URL|MAIL_FROM|CONTACT/.test(name))
  for (const name of needed) expect(stdout).toContain(`Setting ${name} is missing.`)
  expect(stdout).toContain(`${needed.length} settings to correct. Nothing was started.`)
})

it('finds a production shop’s settings in order, and names what no production shop has', async () => {
  const recipient = `age1${'q'.repeat(58)}`
  const settings = { ...good, BACKUP_RECIPIENT: recipient }
  expect(await configCheck(settings, '--production')).toMatchObject({
    code: 0,
    stdout: 'All settings are in order.\n',
  })
  const { code, stdout } = await configCheck(
    { ...good, PUBLIC_URL: 'http://shop.jhatpat.in', SMILE_KEY: 'simulated-smile-key' },
    '--production',
    '--json',
  )
  expect(code).toBe(1)
  const { problems } = JSON.parse(stdout) as { problems: string[] }
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PUBLIC_URL', 'SMILE_KEY'])
})

it('says that backups are off where no recipient is set, which is no fault', async () => {
  const { code, stdout } = await configCheck(good, '--production')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^All settings are in order\.\nBackups are off: BACKUP_RECIPIENT is not set/)
  const asJson = await configCheck({ ...good, SMILE_KEY: '' }, '--production', '--json')
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    disabledFeatures: [expect.stringContaining('Backups are off')],
  })
})

it('reads a file instead of the environment, and refuses one that is missing', async () => {
  const path = join(folder, 'production.env')
  const lines = Object.entries(good).map(([name, value]) => `${name}=${value}`)
  writeFileSync(path, lines.join('\n'))
  expect(await configCheck({}, '--env-file', path)).toMatchObject({ code: 0 })
  expect(await configCheck(good, '--env-file', join(folder, 'none'))).toEqual({
    code: 2,
    stdout: '',
    stderr: `There is no file ${join(folder, 'none')}.\n`,
  })
})
