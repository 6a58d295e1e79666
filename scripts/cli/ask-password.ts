import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Reads one line of standard input, typed without echo or piped by a program. Empty at the end of the
 * input.
 */
export async function askPassword(): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (stdin.isTTY) stderr.write('Password (empty: one is made up and shown once): ')
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
