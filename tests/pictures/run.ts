/**
 * `npm run pictures`: takes screenshots at 360, 768 and 1440 px: those of documents into docs/pictures, all
 * others into .cache/pictures. `--only home,board` takes some, `--widths 900,1200` others. The shop runs on
 * free ports and an empty folder, and is filled with the data of the screens.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { startStack } from '../../scripts/launcher/stack.ts'
import { runMain } from '../../scripts/processes/cli-error.ts'
import type { Screenshot } from './screenshot.ts'
import { fill } from './screenshots.ts'
import { takeScreenshots } from './take.ts'

const { only, widths } = parseArgs({
  options: { only: { type: 'string' }, widths: { type: 'string' } },
}).values
const isWanted = ({ name }: Screenshot) => !only || only.split(',').includes(name)

await runMain(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-pictures-'))
  const env = {
    ...process.env,
    PORT: '',
    // All pages come from one address and a few logins.
    LIMIT_PER_CALLER: '10000',
    LIMIT_PER_ADDRESS: '10000',
    LIMIT_PAGES: '100000',
    LIMIT_MEDIA: '100000',
    SUPPLIER_TIMEOUT_MS: '2000',
    PAYMENT_POLL_MS: '300,1000',
    PAYMENT_CHECK_GAP_MS: '200',
    // Only a person settles the unclear order in the board's picture.
    SMILE_ACCOUNT_SHARED: 'true',
  }
  const reporter = terminalReporter()
  const stack = await startStack({ dataDir, env, reporter })
  try {
    const screenshots = await reporter.step('Filling the shop', () => fill(stack))
    await reporter.step('Taking pictures', () =>
      takeScreenshots(stack, screenshots.filter(isWanted), widths?.split(',').map(Number)),
    )
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})
