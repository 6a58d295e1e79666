/**
 * `npm run build`: builds the apps named as arguments, or both. An app whose build is up to date is
 * skipped.
 */
import { resolve } from 'node:path'
import { type AppName, appNames, buildApp } from './launcher/builds.ts'
import { terminalReporter } from './launcher/reporter.ts'
import { CliError, runMain } from './processes/cli-error.ts'

await runMain(async () => {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !isApp(name))
  if (unknown) throw new CliError(`There is no app ${unknown}: choose from ${appNames.join(' and ')}.`)
  const chosen = names.length > 0 ? names.filter(isApp) : appNames
  const root = resolve(import.meta.dirname, '..')
  for (const app of chosen) {
    const built = await buildApp(app, root, terminalReporter())
    if (!built) console.log(`  ✓ The ${app} app is built already`)
  }
})

function isApp(name: string): name is AppName {
  return appNames.some((app) => app === name)
}
