import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type SourceFile = {
  /** From the project's folder, with slashes. */
  path: string
  text: string
  lines: number
  kind: 'product' | 'tests' | 'tools'
  /** Files of the project that it imports, also for types or lazyComponent. */
  imports: readonly string[]
}

/** What customers, staff and the operator run: all else shows or measures something about it. */
const product =
  /^(shared|api|workers|storefront\/src|admin\/src|deploy|scripts\/(launcher|services|building|cli))\/|^scripts\/(start|launch|build|cli|reset|prepare-database)\.(ts|mjs)$/
const test = /\.(test|spec)\.tsx?$|^tests\//

/** Every source file that git knows, with its imports. */
export function readSource(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  const known = new Set(paths)
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return {
      path,
      text,
      lines: text.split('\n').length - 1,
      kind: kindOf(path),
      imports: importsOf(path, text, known),
    }
  })
}

const kindOf = (path: string): SourceFile['kind'] =>
  test.test(path) ? 'tests' : product.test(path) ? 'product' : 'tools'

const specifier = /(?:\bfrom|\bimport|\bimport\()\s*(['"])([^'"]+)\1/g

function importsOf(path: string, text: string, known: ReadonlySet<string>): string[] {
  const found = [...text.matchAll(specifier)].map(([, , name = '']) => name)
  const paths = found.flatMap((name) => {
    if (name.startsWith('@jhatpat/')) return [name.slice('@jhatpat/'.length)]
    return name.startsWith('.') ? [join(dirname(path), name)] : []
  })
  return [...new Set(paths)].filter((one) => known.has(one) && one !== path)
}
