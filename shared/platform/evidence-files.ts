import { accessSync, appendFileSync, constants } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps lines of the log in files of a folder, one for each day (UTC), which other processes may write to as well. The
 * log of a container is soon overwritten; these files are left until the operator removes them.
 * @returns writes a line before it returns. Never throws: the line is in the log, too, and what went wrong is said on
 * standard error
 * @throws with a sentence when the folder cannot be written
 */
export function openEvidence(folder: string): (line: string) => void {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Error(`EVIDENCE_DIR: ${folder} is no folder that can be written.`)
  }
  return (line) => {
    const day = new Date().toISOString().slice(0, 10)
    try {
      appendFileSync(join(folder, `evidence-${day}.ndjson`), line, { mode: 0o640 })
    } catch (error) {
      process.stderr.write(`EVIDENCE_DIR: a line was not kept: ${String(error)}\n`)
    }
  }
}
