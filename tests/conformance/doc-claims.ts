import { dirname, normalize } from 'node:path/posix'
import type { FoundTitle } from './compare.ts'

/** What a document's claims are compared with. Paths are from the root, with `/`. */
export type Known = {
  files: readonly string[]
  /** The texts of the documents, by path. */
  documents: ReadonlyMap<string, string>
  /** The scripts of package.json. */
  scripts: readonly string[]
  /** The titles of all tests that run. */
  tests: readonly FoundTitle[]
}

/**
 * Names in a document that do not exist: linked files and headings, paths in backticks, `npm run` commands,
 * and tests cited as `` `name.test.ts`: "part of a title" ``. `<name>` and `*` in a path match any name.
 */
export function brokenClaims(path: string, known: Known): string[] {
  const text = known.documents.get(path) ?? ''
  return [
    ...linksIn(text).filter((link) => !isThere(path, link, known)),
    ...pathsIn(text, known).filter(
      (one) => !patternOf(one, known.files).test(`\n${known.files.join('\n')}\n`),
    ),
    ...commandsIn(text).filter((name) => !known.scripts.includes(name)),
    ...citationsIn(text)
      .filter((one) => !isCitedRightly(one, known))
      .map(({ file, title }) => `${file}: ${title}`),
  ]
}

/** The targets of a document's links to files, as paths from the root, without what follows `#`. */
export function linkedFiles(path: string, text: string): string[] {
  return linksIn(text).map((link) => targetOf(path, link).file)
}

const linksIn = (text: string): string[] =>
  [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

function targetOf(path: string, link: string): { file: string; heading: string } {
  const [target = '', heading = ''] = link.split('#')
  const file = target === '' ? path : normalize(`${dirname(path)}/${target}`).replace(/\/$/, '')
  return { file, heading }
}

function isThere(path: string, link: string, { files, documents }: Known): boolean {
  const { file, heading } = targetOf(path, link)
  if (!files.some((one) => one === file || one.startsWith(`${file}/`))) return false
  return heading === '' || headingsOf(documents.get(file) ?? '').includes(heading)
}

/** Anchors of headings as code forges make them. */
const headingsOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

const fence = /^( *)(```|~~~).*\n[\s\S]*?^ *\2$/gm
const withoutFences = (text: string): string => text.replace(fence, '')

const fileName = /[\w>*]\.(ts|tsx|mjs|js|md|css|tsv|html|sh|ya?ml)$/
const pathShape = /^[\w<*][\w.<>*-]*(\/[\w.<>*-]+)*\/?$/

/** Paths in backticks that resemble our files or folders; in a fenced block, those that begin at the root. */
function pathsIn(text: string, { files }: Known): string[] {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)))
  const atRoot = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))
  const spans = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => textsOf(span))
  const blocks = [...text.matchAll(fence)].flatMap(([block]) => textsOf(block))
  return [
    ...spans.filter((word) => fileName.test(word) || (word.includes('/') && folders.has(firstOf(word)))),
    ...blocks.filter((word) => word.includes('/') && atRoot.has(firstOf(word))),
  ]
}

const textsOf = (code: string): string[] =>
  code
    .split(/[\s'"`,;()[\]{}]+/)
    .map((word) => word.replace(/^@jhatpat\//, '').replace(/[.:]$/, ''))
    .filter((word) => pathShape.test(word) && !/(^|\/)(dist|node_modules)(\/|$)/.test(word))

const firstOf = (path: string): string => path.split('/')[0] ?? ''

/**
 * Finds a path in the list of files: from the root if its first folder is there, else as the end of a path.
 */
function patternOf(path: string, files: readonly string[]): RegExp {
  const isFromRoot = path.includes('/') && files.some((file) => firstOf(file) === firstOf(path))
  const names = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/<[^>]+>/g, '[^/\\n]+')
    .replaceAll('*', '[^/\\n]*')
  return new RegExp(`${isFromRoot ? '\\n' : '[\\n/]'}${names}[/\\n]`)
}

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name)

type Citation = { file: string; title: string }

const citationsIn = (text: string): Citation[] =>
  [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "([^"\n]+)"/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }))

const isCitedRightly = ({ file, title }: Citation, { tests }: Known): boolean =>
  tests.some((test) => `/${test.path}`.endsWith(`/${file}`) && isTitle(title, test.title))

/** Part of a title, or a whole title with something in place of its `%s` or `$name`. */
const isTitle = (cited: string, title: string): boolean =>
  title.includes(cited) ||
  new RegExp(
    `^${title
      .split(/%\w|\$[\w.]+|…/)
      .map(escaped)
      .join('.+')}$`,
  ).test(cited)

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
