import { describe, expect, it } from 'vitest'
import { folderCycles } from './folder-cycles.ts'
import { readSource, type SourceFile } from './read-source.ts'

const file = (path: string, ...imports: string[]): SourceFile => ({
  ...{ path, imports, text: '', lines: 0, kind: 'product' },
})

describe('folders', () => {
  it('import each other in no circle, also through types and lazy imports', () => {
    const files = readSource().filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path))
    expect(files.length).toBeGreaterThan(1_000)
    expect(folderCycles(files)).toEqual([])
  })

  it('would be named if they did', () => {
    const circle = [
      file('a/one.ts', 'b/two.ts'),
      file('b/two.ts', 'c/three.ts'),
      file('c/three.ts', 'a/four.ts'),
    ]
    expect(folderCycles(circle).map((folders) => folders.toSorted())).toEqual([['a', 'b', 'c']])
    expect(folderCycles([file('a/one.ts', 'a/b/two.ts'), file('a/b/two.ts', 'c/three.ts')])).toEqual([])
  })
})
