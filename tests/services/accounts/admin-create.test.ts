import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { demoPassword, findUserByEmail, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const script = join(import.meta.dirname, '../../../scripts/admin-create.ts')
const timeout = 60_000

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Runs the command as an operator does, with a line on its standard input. */
function create(args: string[], line: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, MONGODB_URI: service.env.MONGODB_URI }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
    child.stdin?.end(line)
  })
}
const person = (email: string, mobile = '9876543210') => [
  ...['--email', email, '--name', 'Meera Iyer', '--mobile', mobile],
]
const signIn = (email: string, password: string) => service.nobody.call(login, { body: { email, password } })

describe('npm run admin:create', () => {
  it('makes an admin who signs in with the password that was typed, and does not show it', {
    timeout,
  }, async () => {
    const { code, output } = await create(person('First@Shop.example'), 'a long enough one\n')
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^first@shop\.example \(u\w{7}\) is an admin and can sign in at \/admin\.\n$/,
      ),
    })
    const { user } = await signIn('first@shop.example', 'a long enough one')
    expect(user).toMatchObject({ role: 'admin', name: 'Meera Iyer', mobilenumber: '9876543210' })
  })

  it('makes up a password when none is given, and shows it once', { timeout }, async () => {
    const { output } = await create(person('second@shop.example', '9876543211'), '')
    const password = /shown only now: (\S{24})$/m.exec(output)?.[1] ?? expect.unreachable(output)
    expect((await signIn('second@shop.example', password)).user.role).toBe('admin')
  })

  it('gives nobody the number of another account', { timeout }, async () => {
    const { mobilenumber } = await aUser()
    const { code, output } = await create(person('fourth@shop.example', mobilenumber), 'a long enough one\n')
    expect(code).toBe(1)
    expect(output).toContain(`${mobilenumber} is the number of another account`)
    expect(await findUserByEmail('fourth@shop.example')).toBeNull()
  })

  it('leaves an account with that address as it is', { timeout }, async () => {
    const customer = await aUser()
    const { code, output } = await create(person(customer.email.toUpperCase()), 'a long enough one\n')
    expect(code).toBe(1)
    expect(output).toContain(`${customer.email} has an account already, which stays as it is`)
    const { passwordHash, role } = (await findUserByEmail(customer.email))!
    expect({ passwordHash, role }).toEqual({ passwordHash: customer.passwordHash, role: 'user' })
  })

  it.each([
    ['short', 'must have 12 to 200 characters, and has 5'],
    [demoPassword, "The demo's password is known to everyone"],
  ])('refuses the password %s', { timeout }, async (password, sentence) => {
    const before = await UserModel.countDocuments()
    const { code, output } = await create(person('third@shop.example'), `${password}\n`)
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(await UserModel.countDocuments()).toBe(before)
  })

  it('names every argument that is missing or wrong at once', { timeout }, async () => {
    const { code, output } = await create(['--email', 'nobody', '--mobile', '12345'], '')
    expect(code).toBe(1)
    expect(output).toContain(
      '--email must be an e-mail address; --name must be given; --mobile must be ten digits.',
    )
    expect((await create(['--e-mail', 'x'], '')).output).toContain('--e-mail')
  })
})
