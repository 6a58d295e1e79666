import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { inputFault, inputFaultText } from '@jhatpat/shared/contracts/input-fault.ts'
import { plainText } from '@jhatpat/shared/ui/texts/translate.ts'
import type { Draft } from './draft.ts'

export type InputName = 'input1' | 'input2'

/** For each text that its input does not accept, the server's sentence about it. An empty text has none. */
export function inputErrors(
  draft: Pick<Draft, InputName>,
  inputs: Product['inputs'],
): Partial<Record<InputName, string>> {
  const errors: Partial<Record<InputName, string>> = {}
  for (const [at, name] of (['input1', 'input2'] as const).entries()) {
    const [input, text] = [inputs[at], draft[name].trim()]
    const fault = input && text !== '' ? inputFault(input, text) : undefined
    if (fault) errors[name] = inputFaultText(fault, plainText(fault.text))
  }
  return errors
}

export const hasInputErrors = (...asked: Parameters<typeof inputErrors>): boolean =>
  Object.keys(inputErrors(...asked)).length > 0
