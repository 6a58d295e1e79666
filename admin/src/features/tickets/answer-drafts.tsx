import type { ReadLanguage } from '@jhatpat/shared/contracts/order-ticket.ts'
import { hindiReplies } from '@jhatpat/shared/contracts/ticket-drafts.ts'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { draftChips } from '../../lib/ticket-texts.ts'

type AnswerDraftsProps = {
  text: string
  language: ReadLanguage
  onChoose: (text: string) => void
}

/** Whether a text is an unchanged canned reply, which customers get in their language. */
export const isCanned = (text: string): text is keyof typeof hindiReplies => Object.hasOwn(hindiReplies, text)

/** Canned replies to start from, and how much of the text reaches a customer who reads Hindi. */
export function AnswerDrafts({ text, language, onChoose }: AnswerDraftsProps) {
  const trimmed = text.trim()
  return (
    <div className="stack">
      <fieldset className="ticket-drafts">
        <legend className="visually-hidden">Templates</legend>
        {Object.entries(draftChips).map(([label, draft]) => (
          <Chip key={label} onClick={() => onChoose(draft)}>
            {label}
          </Chip>
        ))}
      </fieldset>
      {isCanned(trimmed) && (
        <p className="sm t2">
          Hindi: <span lang="hi">{hindiReplies[trimmed]}</span>
        </p>
      )}
      {language === 'hi' && (
        <p className="sm t2">
          {isCanned(trimmed)
            ? 'Customer uses Hindi, template sent in Hindi.'
            : 'Customer uses Hindi. Your text is sent as written.'}
        </p>
      )}
    </div>
  )
}
