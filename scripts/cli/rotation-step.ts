/**
 * One step of `secrets:rotate`, in a container of the shop's image. It reads the step and its secrets, a line of JSON,
 * from standard input, which neither a list of processes nor `docker inspect` shows, and prints the answer as JSON.
 */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createContext } from './create-context.ts'
import { answerStep } from './rotate/server-steps.ts'

const { context, close } = createContext(process.env, resolve(import.meta.dirname, '../..'))
try {
  process.stdout.write(`${JSON.stringify(await answerStep(await firstLine(), context))}\n`)
} finally {
  await close()
}
process.stdout.write('', () => process.exit())

/** Does not wait for the end of the input, which not every client of Docker passes on. */
async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
