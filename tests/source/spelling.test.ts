import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './read-source.ts'

const groups = readFileSync(join(root, 'project-words.txt'), 'utf8')
  .split('\n\n')
  .map((group) => group.split('\n').filter((line) => line !== '' && !line.startsWith('#')))

const checked = execFileSync('git', ['grep', '-h', '', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
}).toLowerCase()

it('words of the project’s dictionary are sorted in their groups, and each is in use', () => {
  for (const words of groups)
    expect(words).toEqual(words.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  expect(groups.flat().filter((word) => !checked.includes(word.toLowerCase()))).toEqual([])
})
