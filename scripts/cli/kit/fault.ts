/** A fault of the shop, not of the input, whose message is a sentence for the operator. */
export class Fault extends Error {
  override name = 'Fault'
}
