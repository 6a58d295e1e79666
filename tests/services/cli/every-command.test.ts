import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../scripts/cli/commands.ts'
import { buy, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'jhatpat-cli-'))
const passwordFile = join(folder, 'password')
const backupKey = join(folder, 'key.txt')
const twoLines = join(folder, 'two-lines.txt')
let service: Service
let shop: Shop
let owner: IUser
let customer: IUser
let leaver: IUser
let orderid: string

beforeAll(async () => {
  writeFileSync(passwordFile, testPassword)
  writeFileSync(twoLines, 'one\ntwo\n')
  const identity = await generateX25519Identity()
  writeFileSync(backupKey, identity)
  service = await startService({
    env: { BACKUP_DIR: folder, BACKUP_RECIPIENT: await identityToRecipient(identity) },
  })
  shop = await insertShop()
  owner = await insertAdmin()
  customer = await insertCustomer()
  leaver = await insertCustomer()
  orderid = await buy(await service.as(customer), orderBody(customer, shop.diamonds))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

/** The content of the whole database: a hash of each collection. Vendor calls are written before, not meanwhile. */
const collectionHashes = async () => {
  await service.deps.vendorCalls.write()
  return (await mongoose.connection.db?.command({ dbHash: 1 }))?.collections as Record<string, string>
}

describe.each(commands.map(({ name }) => name))('%s', (name) => {
  it('explains itself, and refuses what it does not know with a sentence, changing nothing', async () => {
    const before = await collectionHashes()
    const help = await runCliIn(service, [name, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain(`Example: npm run cli -- ${name}`)
    const option = await runCliIn(service, [name, '--no-such-option'])
    expect(option).toMatchObject({ code: 2, stdout: '' })
    expect(option.stderr).toMatch(/^Unknown option '--no-such-option'\.\n/)
    const argument = await runCliIn(service, [name, 'one', 'two', 'three'])
    expect(argument).toMatchObject({ code: 2, stdout: '' })
    expect(argument.stderr).toMatch(/^Too many arguments/)
    expect(await collectionHashes()).toEqual(before)
  })
})

const message = [
  ...['--reason', 'maintenance', '--en', 'The supplier is under maintenance.'],
  ...['--hi', 'सप्लायर का रखरखाव चल रहा है।'],
]
const asOwner = () => ['--as', owner.email]
const about = () => ['--user', customer.email, '--reason', 'a test']

/** Arguments with which each command succeeds, in this order. */
const uses: Record<string, () => string[]> = {
  status: () => [],
  'config:check': () => ['--env-file', '/dev/null'],
  doctor: () => [],
  'migrate:status': () => [],
  'deploy:roll': () => ['--canary', '--back'],
  'secrets:rotate': () => ['sms', '--from', join(folder, 'no-file')],
  'order:show': () => [orderid],
  'order:requeue': () => [orderid, '--reason', 'a test'],
  'queue:list': () => [],
  'queue:retry': () => ['payments', '--dry-run'],
  'supplier:balance': () => ['SMILEBR', '--read'],
  'supplier:pause': () => ['SMILEPH', ...message, ...asOwner()],
  'supplier:resume': () => ['SMILEPH', ...asOwner()],
  'supplier:accounts': () => [],
  'incident:on': () => ['ALL', ...message, ...asOwner()],
  'incident:off': () => ['ALL', '--rate', '20', ...asOwner()],
  'wallet:adjust': () => [...about(), '--amount', '150.50', ...asOwner()],
  'catalogue:export': () => [join(folder, 'catalogue.json')],
  'catalogue:import': () => [join(folder, 'catalogue.json'), ...asOwner()],
  'ledger:verify': () => [],
  'audit:verify': () => [],
  backup: () => [],
  'backup:keys': () => [],
  restore: () => ['--identity', backupKey, '--check'],
  'restore:review': () => ['--identity', backupKey],
  'restore:open': () => [],
  'user:create': () => [
    ...['--email', 'new@shop.example', '--name', 'Meera Iyer', '--mobile', '9876500001'],
    ...['--role', 'user', '--reason', 'a test'],
  ],
  'user:role': () => [...about(), '--role', 'reseller'],
  'user:block': about,
  'user:unblock': about,
  'sessions:revoke': about,
  'factor:reset': about,
  'person:export': () => [join(folder, 'person.zip'), ...about(), ...asOwner()],
  // After its data was exported; another staff member decides.
  'person:erase': () => [leaver.email, '--reason', 'a test', ...asOwner()],
  'erasures:list': () => [],
  'push:keys': () => [],
  probe: () => [
    ...[
      '--url',
      service.url,
      '--product',
      shop.diamonds.product._id,
      '--item',
      String(shop.diamonds.item._id),
    ],
    ...['--player', '740000001 1234', '--user', customer.email, '--password-file', passwordFile],
  ],
  // The last: the shop is quiet from then on.
  'restore:adopt': () => ['--at', '2026-11-29T14:02:00Z'],
}

/** What this shop has nothing for. */
const impossible: Record<string, string> = {
  'deploy:roll':
    'no container of the shop runs here, and on a machine that has some nothing must be replaced',
  'secrets:rotate': 'no container of the shop runs here, as for deploy:roll',
  'factor:reset': 'nobody has a second factor here',
  'restore:review': 'the shop was not restored',
  'restore:open': 'the shop was not restored',
}

describe('every command', () => {
  it('is used here', () => {
    expect(Object.keys(uses).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  })

  it('prints one JSON value with --json, and text without it', { timeout: 120_000 }, async () => {
    for (const [name, argumentsOf] of Object.entries(uses)) {
      const { code, stdout, stderr } = await runCliIn(service, [name, ...argumentsOf(), '--json'])
      if (impossible[name]) {
        expect(code, impossible[name]).toBe(2)
        continue
      }
      expect([0, 1], `${name}: ${stderr}`).toContain(code)
      expect(() => JSON.parse(stdout), name).not.toThrow()
    }
    for (const name of ['status', 'doctor', 'queue:list', 'order:show']) {
      const { stdout } = await runCliIn(service, [name, ...(uses[name]?.() ?? [])])
      expect(() => JSON.parse(stdout), name).toThrow()
    }
  })

  it('opens its own connections as a process, and ends', async () => {
    const { MONGODB_URI, REDIS_URL, SECRET_KEY, QUEUE_PREFIX } = service.env
    const settings = { MONGODB_URI, REDIS_URL, SECRET_KEY, QUEUE_PREFIX, NODE_ENV: 'test' }
    const env = { ...process.env, ...service.simulators.env, ...settings }
    const script = join(import.meta.dirname, '../../../scripts/cli.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'status', '--json'], {
      env,
      timeout: 30_000,
    })
    expect(JSON.parse(stdout)).toMatchObject({ database: 'ready', redis: { version: expect.any(String) } })
    const refused = promisify(execFile)(process.execPath, [script, 'status'], {
      env: { ...env, SMS_KEY: '', REDIS_URL: 'http://localhost' },
    })
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Setting REDIS_URL is wrong: .+\nSetting SMS_KEY is missing\.\n$/),
    })
  })

  it('refuses missing and invalid input with a sentence that names all of it', async () => {
    const before = await collectionHashes()
    const refusals = {
      'order:show': [[], ['NOSUCH'], [orderid, '--request', 'x']],
      'order:requeue': [[orderid], ['JP000000NOSUCHXX', '--reason', 'a test']],
      'queue:list': [['nowhere']],
      'queue:retry': [[], ['payments'], ['payments', '--dry-run', '--job', 'none']],
      'supplier:balance': [['NOBODY']],
      'supplier:pause': [['SMILEBR'], ['SMILEBR', ...message, '--as', customer.email]],
      'incident:on': [['MOON', ...message, ...asOwner()]],
      'incident:off': [
        ['MOOGOLD', ...asOwner()],
        ['MOOGOLD', '--rate', '0', ...asOwner()],
      ],
      'wallet:adjust': [
        [],
        [...about(), '--amount', '0', ...asOwner()],
        [...about(), '--amount', '1.005', ...asOwner()],
        [...about(), '--amount', '10', '--as', 'no@body.example'],
      ],
      'catalogue:import': [[join(folder, 'none.json'), ...asOwner()]],
      'secrets:rotate': [
        [],
        ['sms'],
        ['root'],
        ['sms', '--from', '/dev/null'],
        ['sms', '--from', passwordFile, '--ready-within', '1'],
        ['sms', '--from', twoLines],
      ],
      'ledger:verify': [['--restart']],
      'audit:verify': [['--alone'], ['--anchor', 'x']],
      'user:role': [[...about(), '--role', 'king']],
      probe: [
        [],
        [...(uses.probe?.() ?? []), '--port', '99999'],
        [...(uses.probe?.() ?? []).slice(0, -1), 'no-file'],
      ],
      restore: [
        [],
        ['--identity', '/dev/null'],
        ['--identity', backupKey, '--at', 'noon'],
        ['--identity', backupKey, '--at', '2020-01-01T00:00:00Z'],
        ['--identity', backupKey],
      ],
      'restore:review': [
        ['--payments', '/dev/null'],
        ['--identity', '/dev/null'],
      ],
      'restore:open': [[]],
      'restore:adopt': [[], ['--at', 'noon']],
      'person:erase': [
        [],
        [customer.email, '--reason', 'a test', ...asOwner()],
        ['no@body.example', '--reason', 'a test', ...asOwner()],
        [leaver.email, '--reason', 'a test', '--as', customer.email],
      ],
      'person:export': [
        [],
        [join(folder, 'catalogue.json'), ...about(), ...asOwner()],
        [join(folder, 'x.zip'), ...about(), '--as', customer.email],
        [join(folder, 'x.zip'), '--user', 'no@body.example', '--reason', 'a test', ...asOwner()],
      ],
    }
    for (const [name, inputs] of Object.entries(refusals)) {
      for (const input of inputs) {
        const { code, stdout, stderr } = await runCliIn(service, [name, ...input])
        expect([code, stdout], `${name} ${input.join(' ')}: ${stderr}`).toEqual([2, ''])
        expect(stderr, name).toMatch(/[.:…]/)
        expect(stderr, name).not.toMatch(/^\s+at /m)
      }
    }
    const { stderr } = await runCliIn(service, ['wallet:adjust', '--amount', 'much'])
    expect(stderr).toMatch(
      /^--user must be given; --amount must be rupees .*; --reason must be given; --as must be an e-mail address\./,
    )
    expect(await collectionHashes()).toEqual(before)
  })
})
