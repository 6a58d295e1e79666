import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { succeed } from '../engine/engine.ts'
import { catalogue } from '../shop/catalogue.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { type Checks, must } from './checks.ts'

export interface CustomerAccount {
  email: string
  password: string
}

/** The operator's commands in the image: they prepare the shop, and find it in order. */
export async function checkOperator(
  checks: Checks,
  shop: ComposedShop,
): Promise<CustomerAccount | undefined> {
  let account: CustomerAccount | undefined
  const isReady = await checks.check(
    'the operator creates an owner, a customer and the catalogue',
    async () => {
      await createUser(shop, { role: 'admin', mobile: '9876500001' })
      account = await createUser(shop, { role: 'user', mobile: '9876500002' })
      const file = join(dirname(shop.settings.envFile), 'catalogue.json')
      await writeFile(file, JSON.stringify(catalogue))
      const as = ['--as', 'admin@shop.internal']
      await succeed('catalogue:import', shop.cli(['catalogue:import', '-', ...as], { input: file }))
      const again = await succeed(
        'catalogue:import',
        shop.cli(['catalogue:import', '-', ...as], { input: file }),
      )
      must(again.includes('Nothing to change'), again)
      return undefined
    },
  )
  await checks.check('config:check accepts the settings', async () => {
    const args = [
      'run',
      '--rm',
      '--no-deps',
      '-T',
      'prepare',
      'npm',
      'run',
      '--silent',
      'cli',
      '--',
      'config:check',
    ]
    const output = await succeed('config:check', shop.compose(args))
    return output.split('\n').at(-1)
  })
  for (const command of ['status', 'ledger:verify', 'audit:verify'])
    await checks.check(`npm run cli -- ${command} runs in the image`, async () => {
      const output = await succeed(command, shop.cli([command]))
      return output.split('\n')[0]
    })
  return isReady ? account : undefined
}

/** @param person name: of its address */
export async function createUser(
  shop: ComposedShop,
  { role, mobile, name = role }: { role: string; mobile: string; name?: string },
): Promise<CustomerAccount> {
  const email = `${name}@shop.internal`
  const person = ['--email', email, '--name', 'Asha Rao', '--mobile', mobile, '--role', role]
  const args = ['user:create', ...person, '--reason', 'deployment test', '--json']
  const output = await succeed('user:create', shop.cli(args))
  const { password } = JSON.parse(output.slice(output.indexOf('{'))) as { password: string }
  return { email, password }
}
