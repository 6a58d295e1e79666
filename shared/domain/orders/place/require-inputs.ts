import { inputFault, inputFaultText } from '../../../contracts/input-fault.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Listing } from '../../catalogue/index.ts'

/**
 * @param texts the two texts of the customer by their names in the call, in the order of the product's inputs
 * @throws invalid_request for the first that the product's rule does not accept
 */
export function requireInputs({ product }: Pick<Listing, 'product'>, texts: Record<string, string>): void {
  for (const [at, [field, text]] of Object.entries(texts).entries()) {
    const input = product.inputs[at]
    const fault = input && inputFault(input, text)
    if (fault) throw new AppError('invalid_request', { field, message: inputFaultText(fault) })
  }
}
