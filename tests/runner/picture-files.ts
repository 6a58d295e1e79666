import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CliError } from '../../scripts/processes/cli-error.ts'

const tests = resolve(import.meta.dirname, '../e2e')

/** The pictures of documents. */
export const documentPictures: readonly string[] = [
  'board',
  'confirmation-completed',
  'confirmation-processing',
  'dashboard',
  'home',
  'pay',
  'product',
  'wallet',
]

/**
 * The test files that take the wanted pictures, by default all.
 * @throws CliError for a picture that no test takes
 */
export async function filesTaking(wanted: readonly string[] | undefined): Promise<string[]> {
  const routes = await readFile(join(tests, 'kit', 'routes.ts'), 'utf8')
  const names = (await readdir(tests)).filter((name) => name.endsWith('.spec.ts'))
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(tests, name), 'utf8')
      return { path: `tests/e2e/${name}`, text: text.includes('/kit/routes.ts') ? text + routes : text }
    }),
  )
  const taking = files.filter(({ text }) => text.includes('/kit/picture.ts'))
  const unknown = wanted?.filter((name) => !taking.some(({ text }) => isNamed(name, text))) ?? []
  if (unknown.length > 0) throw new CliError(`No browser test takes ${unknown.join(', ')}.`)
  const chosen = taking.filter(({ text }) => wanted?.some((name) => isNamed(name, text)) ?? true)
  return chosen.map(({ path }) => path).toSorted()
}

/**
 * Whether a test names the picture: in the call, or in a line of a list, by itself or as an address. That of a form sent
 * empty, `login-empty`, is named by its form.
 */
function isNamed(picture: string, test: string): boolean {
  const name = picture.replace(/-empty$/, '')
  const call = `picture\\(\\w+, '${name}'`
  const line = `^\\s+('?${name}'?: '/|\\['${name}', |\\['/${name}['/]|'/${name}['/].*: ')`
  return new RegExp(`${call}|${line}`, 'm').test(test)
}

/** The name in the file name of a picture, which ends in its width. */
export function pictureOf(file: string): string {
  return file.replace(/-\d+\.png$/, '')
}
