import { latinDigits } from '../contracts/latin-digits.ts'

/** Writes the digits in an input as 0 to 9, and keeps the cursor. Call it before its change is read. */
export function convertDigits(input: HTMLInputElement): void {
  const latin = latinDigits(input.value)
  if (latin === input.value) return
  const cursor = input.selectionStart
  input.value = latin
  input.setSelectionRange(cursor, cursor)
}
