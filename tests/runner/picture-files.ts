import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

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

/** The test files that take pictures; where each wanted picture is named in some of them, only these. */
export async function filesTaking(wanted: string[] | undefined): Promise<string[]> {
  const routes = await readFile(join(tests, 'kit', 'routes.ts'), 'utf8')
  const names = (await readdir(tests)).filter((name) => name.endsWith('.spec.ts'))
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(tests, name), 'utf8')
      return { path: `tests/e2e/${name}`, text: text.includes('/kit/routes.ts') ? text + routes : text }
    }),
  )
  const taking = files.filter(({ text }) => text.includes('/kit/picture.ts'))
  const naming = wanted?.map((name) => taking.filter(({ text }) => isNamed(name, text))) ?? [[]]
  const chosen = naming.every((some) => some.length > 0) ? new Set(naming.flat()) : taking
  return [...chosen].map(({ path }) => path)
}

/** Whether a test names the picture: in the call, or in a line of a list, by itself or as an address. */
function isNamed(picture: string, test: string): boolean {
  const call = `picture\\(\\w+, '${picture}'`
  const line = `^\\s+('?${picture}'?: '/|\\['${picture}', |\\['/${picture}['/]|'/${picture}['/].*: ')`
  return new RegExp(`${call}|${line}`, 'm').test(test)
}

/** The name in the file name of a picture, which ends in its width. */
export function pictureOf(file: string): string {
  return file.replace(/-\d+\.png$/, '')
}
