import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { lockRoll } from './lock-roll.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jhatpat-lock-'))
  return () => rmSync(folder, { recursive: true })
})

const module = join(import.meta.dirname, 'lock-roll.ts')

/** A process that takes the lock as soon as a file appears, says whether it has it, and keeps it. */
function contender() {
  const script = `
    const { existsSync } = await import('node:fs')
    const { lockRoll } = await import(${JSON.stringify(module)})
    while (!existsSync(${JSON.stringify(join(folder, 'begin'))}));
    try { lockRoll(${JSON.stringify(folder)}, 'lock-roll'); console.log('locked') } catch (error) { console.log(error.message) }
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return once(child.stdout, 'data').then(([chunk]) => String(chunk).trim())
}

it('has one holder of several that begin at once, also after one that was killed', async () => {
  for (const isLeft of [false, true]) {
    rmSync(join(folder, 'begin'), { force: true })
    rmSync(join(folder, '.cache'), { recursive: true, force: true })
    mkdirSync(join(folder, '.cache'))
    // No process has so high a number.
    if (isLeft) writeFileSync(join(folder, '.cache/roll.lock'), '99999999')
    const contenders = Array.from({ length: 4 }, contender)
    writeFileSync(join(folder, 'begin'), '')
    const answers = await Promise.all(contenders)
    expect(answers.filter((answer) => answer === 'locked').length).toBeLessThanOrEqual(1)
    expect(answers.filter((answer) => answer !== 'locked').length).toBeGreaterThanOrEqual(3)
  }
}, 30_000)

it('is free again when it was released, or its holder is gone', () => {
  const unlock = lockRoll(folder, 'vitest')
  expect(() => lockRoll(folder, 'node')).toThrow(
    `Another deploy:roll or secrets:rotate runs (process ${process.pid})`,
  )
  unlock()
  writeFileSync(join(folder, '.cache/roll.lock'), '99999999')
  lockRoll(folder)()
  expect(existsSync(join(folder, '.cache/roll.lock'))).toBe(false)
})

it('says where it must run when the folder cannot be written, as in a container', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => lockRoll(join(folder, 'file'))).toThrow(
    /cannot be written \(ENOTDIR\): .*machine of the containers/,
  )
})
