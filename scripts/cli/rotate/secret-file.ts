import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CliError } from '../../processes/cli-error.ts'

/** A secret's file on the machine of the containers. */
export type SecretFile = {
  path: string
  /** @throws CliError when it cannot be read */
  read(): string
  /** Undefined when there is no such file. */
  find(): string | undefined
  /**
   * Replaces the whole file at once, so that no reader ever finds a part of it. Mode and owner are those of the file
   * that it replaces, or of `like`.
   */
  write(value: string): void
  remove(): void
}

/** @param like the file whose mode and owner a new one takes */
export function secretFile(path: string, like = path): SecretFile {
  const find = () => (existsSync(path) ? read(path) : undefined)
  return {
    path,
    read: () => read(path),
    find,
    write: (value) => {
      if (find() !== value) replace(path, like, value)
    },
    remove: () => rmSync(path, { force: true }),
  }
}

/** Beside a secret of a server while a second value is accepted. docker-compose.yml gives it to Redis at a start. */
export const nextFile = ({ path }: SecretFile): SecretFile => secretFile(`${path}.next`, path)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new CliError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function replace(path: string, like: string, value: string): void {
  const { mode, uid, gid } = statSync(existsSync(path) ? path : like)
  // Always the same name: what a killed command left is overwritten.
  const written = join(dirname(path), `.${basename(path)}.written`)
  rmSync(written, { force: true })
  const file = openSync(written, 'wx', 0o600)
  try {
    writeSync(file, `${value}\n`)
    if (process.getuid?.() === 0) fchownSync(file, uid, gid)
    fchmodSync(file, mode & 0o777)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(written, path)
  syncFolder(dirname(path))
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
