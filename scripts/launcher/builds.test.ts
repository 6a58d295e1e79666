import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sourceHash } from './builds.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'))
  await mkdir(join(root, 'src/deep'), { recursive: true })
  await writeFile(join(root, 'src/deep/a.ts'), 'a')
})
afterEach(() => rm(root, { recursive: true }))

const hash = () => sourceHash(root, ['src', 'vite.config.ts'])

describe('sourceHash', () => {
  it('stays the same while nothing changes', async () => {
    expect(await hash()).toBe(await hash())
  })

  it('changes with a content, a name and a new file', async () => {
    const seen = new Set([await hash()])
    await writeFile(join(root, 'src/deep/a.ts'), 'b')
    seen.add(await hash())
    await rename(join(root, 'src/deep/a.ts'), join(root, 'src/deep/b.ts'))
    seen.add(await hash())
    await writeFile(join(root, 'vite.config.ts'), '')
    seen.add(await hash())
    expect(seen.size).toBe(4)
  })

  it('does not change with a test', async () => {
    const before = await hash()
    await writeFile(join(root, 'src/deep/a.test.ts'), 'a')
    expect(await hash()).toBe(before)
  })
})
