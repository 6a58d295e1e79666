import { CliError } from '../../../scripts/processes/cli-error.ts'

/**
 * A shop of another commit lacks what an attack is measured by. Counts as an exceeded limit in a shop that
 * has it.
 */
export class NotMeasurable extends CliError {
  override name = 'NotMeasurable'
}
