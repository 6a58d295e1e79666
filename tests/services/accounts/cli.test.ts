import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { login, sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { confirmSecondFactor, turnOnSecondFactor } from '@jhatpat/shared/contracts/second-factor.ts'
import { demoPassword, findUserByEmail, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { beginFactor, insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const script = join(import.meta.dirname, '../../../scripts/cli.ts')

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Answer = { code: number; output: string }

/**
 * Runs the command as an operator does, with a line on its standard input. Starting a process takes two
 * seconds.
 */
function asProcess(args: string[], stdin = '', { SECRET_KEY } = service.env): Promise<Answer> {
  const { MONGODB_URI } = service.env
  const env = { ...process.env, MONGODB_URI, SECRET_KEY }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
    child.stdin?.end(stdin)
  })
}

/** Runs the same code in this process, with the service's database connection. */
async function cli(args: string[], stdin = ''): Promise<Answer> {
  const { code, stdout, stderr } = await runCliIn(service, args, stdin.trimEnd())
  return { code, output: stdout + stderr }
}

const create = (args: string[], stdin: string) => cli(['user:create', ...args], stdin)
const reason = 'because a test wants it'
const person = (email: string, mobile = '9876543210') => [
  '--email',
  email,
  '--name',
  'Meera Iyer',
  '--mobile',
  mobile,
  '--role',
  'admin',
  '--reason',
  reason,
]
const lastRow = async (userId: unknown) => (await auditRows({ target: `user:${userId}` })).at(-1)
const byOperator = { userId: 'operator', name: expect.stringMatching(/^.+ \(operator\)$/) }
const signIn = (email: string, password: string) => service.guest.call(login, { body: { email, password } })

describe('user:create', () => {
  it('creates an admin who signs in with the entered password, and does not show it', {
    timeout: 60_000,
  }, async () => {
    const answer = await asProcess(['user:create', ...person('First@Shop.example')], 'a long enough one\n')
    expect(answer).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^first@shop\.example \(u\w{7}\) is an admin and can sign in at \/admin\.\n$/,
      ),
    })
    const { user } = await signIn('first@shop.example', 'a long enough one')
    expect(user).toMatchObject({ role: 'admin', name: 'Meera Iyer', mobilenumber: '9876543210' })
    const row = {
      action: 'user.create',
      by: byOperator,
      reason,
      after: { email: 'first@shop.example', role: 'admin' },
    }
    expect(await lastRow(user._id)).toMatchObject(row)
  })

  it.each(['', 'too short'])(
    'is refused with the SECRET_KEY “%s”, and creates nothing',
    {
      timeout: 60_000,
    },
    async (SECRET_KEY) => {
      const args = ['user:create', ...person('keyless@shop.example', '9876543219')]
      const answer = await asProcess(args, 'a long enough one\n', { ...service.env, SECRET_KEY })
      expect(answer).toEqual({ code: 2, output: expect.stringMatching(/^Setting SECRET_KEY is missing, or/) })
      expect(await findUserByEmail('keyless@shop.example')).toBeNull()
    },
  )

  it('generates a password when none is given, and shows it once', async () => {
    const { output } = await create(person('second@shop.example', '9876543211'), '')
    const password = /shown only now: (\S{24})$/m.exec(output)?.[1] ?? expect.unreachable(output)
    expect((await signIn('second@shop.example', password)).user.role).toBe('admin')
  })

  it('refuses the number of another account', async () => {
    const { mobilenumber } = await insertCustomer()
    const { code, output } = await create(person('fourth@shop.example', mobilenumber), 'a long enough one\n')
    expect(code).toBe(2)
    expect(output).toContain(`${mobilenumber} is used by another account`)
    expect(await findUserByEmail('fourth@shop.example')).toBeNull()
  })

  it('leaves an existing account with that address unchanged', async () => {
    const customer = await insertCustomer()
    const { code, output } = await create(person(customer.email.toUpperCase()), 'a long enough one\n')
    expect(code).toBe(2)
    expect(output).toContain(`${customer.email} already has an account`)
    const { passwordHash, role } = (await findUserByEmail(customer.email))!
    expect({ passwordHash, role }).toEqual({ passwordHash: customer.passwordHash, role: 'user' })
  })

  it.each([
    ['short', 'must have 12 to 200 characters, and has 5'],
    [demoPassword, 'The demo password is public'],
  ])('refuses the password %s', async (password, sentence) => {
    const before = await UserModel.countDocuments()
    const { code, output } = await create(person('third@shop.example'), `${password}\n`)
    expect(code).toBe(2)
    expect(output).toContain(sentence)
    expect(await UserModel.countDocuments()).toBe(before)
  })

  it('names every missing or invalid argument at once', async () => {
    const { code, output } = await create(['--email', 'nobody', '--mobile', '12345'], '')
    expect(code).toBe(2)
    expect(output).toContain(
      '--email must be an e-mail address; --name must be given; --mobile must be ten digits; --role must be user, reseller or admin; --reason must be given.',
    )
    expect((await create(['--e-mail', 'x'], '')).output).toContain('--e-mail')
  })
})

describe('commands about an account', () => {
  it('block it, unblock it and give it another role; its sessions end, and each is in the audit log', async () => {
    const customer = await insertCustomer()
    const id = customer._id.toHexString()
    const signedIn = await service.as(customer)
    const isIn = (one: Person) =>
      one.call(sessions).then(
        () => true,
        () => false,
      )
    expect(await isIn(signedIn)).toBe(true)
    const blocked = await cli(['user:block', '--user', customer.email, '--reason', reason])
    expect(blocked).toEqual({
      code: 0,
      output: `${customer.email} (${customer.userid}) is blocked now; 1 session ended.\n`,
    })
    expect(await isIn(signedIn)).toBe(false)
    expect((await refusalOf(signIn(customer.email, testPassword))).code).toBe('account_blocked')
    const change = { before: { isBlocked: false }, after: { isBlocked: true } }
    expect(await lastRow(id)).toMatchObject({ action: 'user.update', by: byOperator, reason, ...change })
    expect((await cli(['user:block', '--user', customer.userid, '--reason', reason])).output).toContain(
      'already',
    )
    await cli(['user:unblock', '--user', customer.mobilenumber, '--reason', reason])
    const again = service.withToken((await signIn(customer.email, testPassword)).token)
    const role = await cli(['user:role', '--user', id, '--role', 'reseller', '--reason', reason])
    expect(role.output).toContain('has the role reseller now; 1 session ended.')
    expect(await isIn(again)).toBe(false)
    expect((await signIn(customer.email, testPassword)).user.role).toBe('reseller')
    const support = [
      'user:role',
      '--user',
      id,
      '--role',
      'admin',
      '--staff-role',
      'support',
      '--reason',
      reason,
    ]
    expect((await cli(support)).output).toContain('has the role admin, support now')
    expect((await cli(support)).output).toContain('already')
    expect((await cli(['user:role', '--user', id, '--role', 'admin', '--reason', reason])).output).toContain(
      'already',
    )
    expect(await lastRow(id)).toMatchObject({ after: { role: 'admin', staffRole: 'support' } })
    expect(await AuditModel.countDocuments({ target: `user:${id}` })).toBe(4)
  })

  it('make no admin of an account with an unverified address', async () => {
    const stranger = await insertCustomer({ verified: false })
    const { code, output } = await cli([
      'user:role',
      '--user',
      stranger.email,
      '--role',
      'admin',
      '--reason',
      reason,
    ])
    expect([code, output]).toEqual([2, expect.stringContaining('This email isn’t verified yet')])
    expect((await UserModel.findById(stranger._id).lean())?.role).toBe('user')
  })

  it('revoke its sessions, and its sockets close soon after', async () => {
    const customer = await insertCustomer()
    const socket = await (await service.as(customer)).socket()
    const over = new Promise((resolve) => socket.once('disconnect', resolve))
    // Another process holds the socket and has to receive the event.
    const { output } = await asProcess(['sessions:revoke', '--user', customer.email, '--reason', reason])
    expect(output).toContain('is signed out everywhere; 1 session ended.')
    await expect(
      Promise.race([over, new Promise((_, late) => setTimeout(late, 4_000))]),
    ).resolves.toBeDefined()
    expect(await lastRow(customer._id)).toMatchObject({ action: 'sessions.revoke', by: byOperator, reason })
  })

  it('reset the second factor of a user who has lost it', async () => {
    const admin = await insertAdmin()
    const person = await service.as(admin)
    const { secret } = await beginFactor(person)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await person.call(confirmSecondFactor, { body: { code } })
    await person.call(turnOnSecondFactor, { body: {} })
    expect((await refusalOf(signIn(admin.email, testPassword))).code).toBe('second_factor_required')
    const { output } = await cli(['factor:reset', '--user', admin.email, '--reason', reason])
    expect(output).toContain('has no second factor any more')
    expect((await signIn(admin.email, testPassword)).user.role).toBe('admin')
    expect(await lastRow(admin._id)).toMatchObject({ action: 'second_factor.reset', by: byOperator, reason })
    expect((await cli(['factor:reset', '--user', admin.email, '--reason', reason])).code).toBe(2)
  })

  it('do nothing without a reason, for an unknown account, or under an unknown name', async () => {
    const customer = await insertCustomer()
    const withoutReason = await asProcess(['user:block', '--user', customer.email])
    expect(withoutReason).toMatchObject({
      code: 2,
      output: expect.stringContaining('--reason must be given'),
    })
    const unknown = await cli(['user:block', '--user', 'no@body.example', '--reason', reason])
    expect(unknown).toMatchObject({
      code: 2,
      output: expect.stringContaining('No account found for no@body'),
    })
    const wrong = await cli(['user:delete'])
    expect(wrong).toMatchObject({
      code: 2,
      output: expect.stringContaining("Unknown command 'user:delete'"),
    })
    expect((await findUserByEmail(customer.email))?.isBlocked).toBe(false)
  })
})
