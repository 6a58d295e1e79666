import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { fewArenas, memoryFlags } from '../../../scripts/launcher/memory-flags.ts'
import { startHelper } from './helper.ts'

const kit = pathToFileURL(join(import.meta.dirname, 'helper.ts')).href

it('starts a process with the shop’s own memory options', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'helper-'))
  const script = join(folder, 'main.ts')
  await writeFile(
    script,
    `import { answerQuestions } from '${kit}'
    answerQuestions(() => ({ options: process.execArgv, arenas: process.env.MALLOC_ARENA_MAX }))`,
  )
  const { MALLOC_ARENA_MAX: _, ...env } = process.env
  const helper = await startHelper(script, env)
  try {
    expect(await helper.ask('which')).toEqual({
      options: expect.arrayContaining(memoryFlags),
      arenas: fewArenas.MALLOC_ARENA_MAX,
    })
  } finally {
    helper.stop()
    await rm(folder, { recursive: true })
  }
})
