import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../platform/app-error.ts'

/**
 * The 3,000 commonest passwords of at least eight characters, commonest first, one a line: of the list of leaked
 * passwords in zxcvbn 4.4.2 (MIT licence, Dan Wheeler and Dropbox).
 */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)

/** @throws AppError `password_common` when anybody would try this one first, in whatever case */
export function refuseCommonPassword(password: string): void {
  if (common.has(password.toLowerCase())) throw new AppError('password_common', { field: 'password' })
}
