import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundTitle } from './compare.ts'
import { testTitles } from './test-titles.ts'

const folders = ['shared', 'api', 'workers', 'storefront', 'admin', 'scripts', 'deploy', 'tests']

/**
 * The titles of all tests below `root` that run.
 * @throws Error that names the file which could not be parsed as TypeScript
 */
export async function findTests(root: string): Promise<FoundTitle[]> {
  const paths = (await Promise.all(folders.map((folder) => testFiles(root, folder)))).flat().sort()
  return (await Promise.all(paths.map((path) => titlesOf(root, path)))).flat()
}

async function testFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  const found = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return /\.(test\.tsx?|spec\.ts)$/.test(entry.name) ? [path] : []
    return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : testFiles(root, path)
  })
  return (await Promise.all(found)).flat()
}

async function titlesOf(root: string, path: string): Promise<FoundTitle[]> {
  const source = await readFile(join(root, path), 'utf8')
  try {
    return testTitles(source, path).map((title) => ({ path, title }))
  } catch (error) {
    throw new Error(`${path} cannot be read as TypeScript: ${String(error).split('\n')[0]}`, { cause: error })
  }
}
