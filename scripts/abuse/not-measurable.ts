import { Refusal } from '../refusal.ts'

/** A shop of another commit lacks what an attack is measured by. Counts as a missed limit in a shop that has it. */
export class NotMeasurable extends Refusal {
  override name = 'NotMeasurable'
}
