import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { makeTempFolder } from './temp-folder.ts'

const folder = import.meta.dirname

it.each([
  ['in memory where there is room', { folder, roomBytes: 1 }, folder],
  ['where other temporary files are, with too little room', { folder, roomBytes: 2 ** 50 }, tmpdir()],
  ['there too without such a folder', { folder: join(folder, 'none'), roomBytes: 1 }, tmpdir()],
])('is made %s', async (_where, memory, expected) => {
  const made = await makeTempFolder('jhatpat-temp-', memory)
  await rm(made, { recursive: true })
  expect(dirname(made)).toBe(expected)
})

it('is created on the disk where the container has a memory limit', async () => {
  const limit = vi.spyOn(process, 'constrainedMemory').mockReturnValue(1)
  const made = await makeTempFolder('jhatpat-temp-', { folder, roomBytes: 1 }).finally(() =>
    limit.mockRestore(),
  )
  await rm(made, { recursive: true })
  expect(dirname(made)).toBe(tmpdir())
})

it.runIf(process.platform === 'linux')(
  'takes what killed runs have left away, and nothing else',
  async () => {
    const inside = await mkdtemp(join(tmpdir(), 'temp-test-'))
    const memory = { folder: inside, roomBytes: 1 }
    const ours = basename(await makeTempFolder('jhatpat-temp-', memory))
    const dead = ours.replace(`-${process.pid}-`, '-4194305-')
    const elsewhere = dead.replace(/\d+/, '1')
    const others = [elsewhere, 'jhatpat-services-AbCdEf', 'notes-4194305-AbCdEf']
    for (const name of [dead, ...others]) await mkdir(join(inside, name, 'mongodb'), { recursive: true })
    const next = basename(await makeTempFolder('jhatpat-temp-', memory))
    const left = await readdir(inside)
    await rm(inside, { recursive: true })
    expect(left.sort()).toEqual([ours, next, ...others].sort())
  },
)
