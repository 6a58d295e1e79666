import { parseSync, Visitor } from 'vite'
import {
  type Exception,
  exceptions,
  identifierParts,
  identifiers,
  people,
  phrases,
} from './forbidden-words.ts'

export type Finding = { path: string; line: number; word: string; use: string }

type Source = { path: string; text: string }

/** Comments and test titles are prose; what is left of a source file is code. */
const prose = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gm
const title =
  /\b(?:it|test|describe)(?:\.\w+)*(?:<[^(]*>)?\(\s*(?:\[[^\]]*\]\)\(\s*)?('(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)/g
const string = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const quoted = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g

const exact = new Map(identifiers)
const sequences = identifierParts.map(([word, use]) => ({ parts: `+${partsOf(word).join('+')}+`, use }))
const phrase = new Map(phrases)
const anyPhrase = new RegExp(`\\b(${phrases.map(([words]) => words).join('|')})\\b`, 'gi')
const who = /([\p{L}]+),?\s+(?:\*\s+)?who\b/giu

const tables = ['tests/source/forbidden-words.ts', 'tests/source/forbidden-words.test.ts']

/** Whether a file is searched: source code other than the list itself. */
export const isSearched = ({ path }: Pick<Source, 'path'>): boolean =>
  /\.(tsx?|mjs)$/.test(path) && !tables.includes(path)

/** What one source file says in words that are no longer used. */
export function findWords({ path, text }: Source): Finding[] {
  const blank = (all: string) => all.replace(/[^\n]/g, ' ')
  const code = text.replace(prose, blank).replace(string, blank)
  const found = [...inCode(path, code, text), ...inProse(path, text)]
  return found.filter((one) => !isExcepted(one))
}

function inCode(path: string, code: string, text: string): Finding[] {
  const found = [...code.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: word, index }) => {
    const use = exact.get(word) ?? partOf(word)
    return use === undefined ? [] : [{ path, line: lineOf(code, index), word, use, index }]
  })
  if (found.length === 0) return []
  const screenTexts = screenTextsIn(path, text)
  return found
    .filter(({ index }) => !screenTexts.some(({ start, end }) => start <= index && index < end))
    .map(({ index: _index, ...finding }) => finding)
}

type Range = { start: number; end: number }

/** The parts of a file that quote a screen's texts without quotation marks: JSX text and regular expressions. */
function screenTextsIn(path: string, text: string): Range[] {
  const ranges: Range[] = []
  const visitor = new Visitor({
    JSXText: (node) => void ranges.push(node),
    Literal: (node) => {
      if ('regex' in node) ranges.push(node)
    },
  })
  visitor.visit(parseSync(path, text).program)
  return ranges
}

const known = new Map<string, string | undefined>()

function partOf(word: string): string | undefined {
  if (!known.has(word)) {
    const parts = `+${partsOf(word).join('+')}+`
    known.set(word, sequences.find((one) => parts.includes(one.parts))?.use)
  }
  return known.get(word)
}

/** `isLetOut` → is, let, out. */
function partsOf(word: string): string[] {
  return (word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((part) => part.toLowerCase())
}

function inProse(path: string, text: string): Finding[] {
  const comments = [...text.matchAll(prose)].map(({ 0: part, index }) => ({ part, index }))
  const titles = /\.(test|spec)\.tsx?$/.test(path)
    ? [...text.matchAll(title)].map(({ 0: all, 1: part = '', index }) => ({
        part,
        index: index + all.length - part.length,
      }))
    : []
  return [
    ...comments.flatMap(({ part, index }) => phrasesIn(path, text, { part: withoutQuotes(part), index })),
    ...comments.flatMap(({ part, index }) => whoIn(path, text, { part: withoutQuotes(part), index })),
    ...titles.flatMap((one) => phrasesIn(path, text, one)),
  ]
}

type Part = { part: string; index: number }

const withoutQuotes = (part: string) => part.replace(quoted, (all) => ' '.repeat(all.length))

function phrasesIn(path: string, text: string, { part, index }: Part): Finding[] {
  return [...part.matchAll(anyPhrase)].map(({ 0: word, index: at }) => ({
    path,
    line: lineOf(text, index + at),
    word,
    use: phrase.get(word.toLowerCase()) ?? '',
  }))
}

function whoIn(path: string, text: string, { part, index }: Part): Finding[] {
  return [...part.matchAll(who)].flatMap(({ 0: all, 1: before = '', index: at }) => {
    if (people.includes(before.toLowerCase())) return []
    return [
      { path, line: lineOf(text, index + at), word: all, use: 'who is for people alone: name the thing' },
    ]
  })
}

const isExcepted = ({ path, word }: Finding) =>
  exceptions.some((one: Exception) => one.word === word && path.startsWith(one.within))

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
