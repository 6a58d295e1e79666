// cspell:ignore temporar
import { checkTexts } from './check-texts.ts'
import { texts } from './texts.ts'

/** The state of the player id on the page. Only `verified` allows an API-delivered MLBB order. */
export type IdState =
  | { state: 'idle' }
  | { state: 'checking'; slow: boolean }
  | { state: 'verified'; username: string }
  /** `words` are the supplier's own, as given; `text` is our sentence about them. */
  | { state: 'refused'; text: string; supplierText?: string | undefined }
  /** The player exists, but the region is not eligible; `text` is the specification's. */
  | { state: 'not_eligible'; text: string }
  | { state: 'unknown'; text: string }

export const letsBuy = ({ state }: IdState): boolean => state === 'verified'

type Answer = {
  message: string
  use: string
  username: string
  kind?: 'region_not_eligible' | undefined
}

/** Interprets the reply of the id check (specification §4, §5, §8). */
export function readCheckAnswer(answer: Answer): IdState {
  if (answer.message.trim().toLowerCase() !== 'success') {
    return answer.kind ? { state: 'not_eligible', text: texts.refused } : refusal(answer.message)
  }
  if (answer.kind || answer.use.trim().toLowerCase() === 'b') {
    return { state: 'not_eligible', text: texts.indonesian }
  }
  return { state: 'verified', username: answer.username }
}

/**
 * The supplier's four policy refusals mean one thing to a customer and are replaced by one sentence. They are
 * recognised by keywords, because their wording changes. All other messages are shown as given, small, under
 * a sentence of ours.
 */
function refusal(message: string): IdState {
  const lowerCase = message.toLowerCase()
  if (policyRefusals.some((isRefusal) => isRefusal(lowerCase)))
    return { state: 'not_eligible', text: texts.refused }
  const text = noSuchPlayer.test(lowerCase) ? checkTexts.noPlayer : checkTexts.notConfirmed
  return { state: 'refused', text, supplierText: message.trim() || undefined }
}

/** As suppliers say it in English and Portuguese. */
const noSuchPlayer = /n[ãa]o existe|not exist|not found|no such|inv[aá]lid/

const policyRefusals: readonly ((message: string) => boolean)[] = [
  (message) => /malaysia/.test(message) && /month|\bcap\b|limit|quota/.test(message),
  (message) => /customer service/.test(message) && /fail|recharge/.test(message),
  (message) => /brazil/.test(message) && /\bban|not allow|suspend|prohibit|restrict|temporar/.test(message),
  (message) => /pric(e|ing)|surcharge/.test(message) && /rule|announce|adjust|policy|surcharge/.test(message),
]
