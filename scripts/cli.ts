/**
 * `npm run cli -- COMMAND --option value …`: the operator's commands. `--help` lists them. In a container:
 * `node scripts/cli.ts COMMAND`. Settings come from the environment and `.env`; without them, the commands use the shop
 * of `npm start`.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createContext, findSettings } from './cli/create-context.ts'
import { runCli } from './cli/run-cli.ts'

const root = resolve(import.meta.dirname, '..')
const envFile = join(root, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

const { context, close } = createContext(await findSettings(process.env, root), root)
const output = {
  stdout: (text: string) => process.stdout.write(text),
  stderr: (text: string) => process.stderr.write(text),
}
try {
  process.exitCode = await runCli(process.argv.slice(2), { output, context })
} finally {
  await close()
}
// A pipe is written before the process ends; exit() would cut a long result off.
process.stdout.write('', () => process.exit())
