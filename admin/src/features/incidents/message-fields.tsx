import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { ShownMessage } from './shown-message.tsx'

export type MessageDraft = { en: string; hi: string; nextUpdateIn: string }

/** The proposed messages, for orders on hold and for payments that cannot be started. */
export const usualMessages = {
  orders: {
    en: 'Some orders are taking longer than usual. Your orders are safe and will be sent soon.',
    hi: 'कुछ ऑर्डर में अभी देर हो रही है। आपके ऑर्डर सुरक्षित हैं और जल्द भेजे जाएँगे।',
    nextUpdateIn: '30',
  },
  upi: {
    en: 'UPI payments are paused right now. You can pay from your wallet. Payments you’ve already made are safe.',
    hi: 'UPI पेमेंट अभी बंद है। आप वॉलेट से पे कर सकते हैं। आपके किए हुए पेमेंट सुरक्षित हैं।',
    nextUpdateIn: '30',
  },
} as const satisfies Record<string, MessageDraft>

export const messageFor = (scope: string) => (isPaymentGatewayName(scope) ? 'upi' : 'orders')

const nextUpdateInMinutes = (nextUpdateIn: string) => Math.round(Number(nextUpdateIn))

/** The body to send; undefined where a field is missing. */
export function messageBody({ en, hi, nextUpdateIn }: MessageDraft) {
  const minutes = nextUpdateInMinutes(nextUpdateIn)
  const isComplete = en.trim().length >= 10 && hi.trim().length >= 10 && minutes >= 5 && minutes <= 24 * 60
  return isComplete ? { en: en.trim(), hi: hi.trim(), nextUpdateInMinutes: minutes } : undefined
}

/** The message for customers, with a preview. */
export function MessageFields({
  draft,
  onChange,
}: {
  draft: MessageDraft
  onChange: (draft: MessageDraft) => void
}) {
  const minutes = nextUpdateInMinutes(draft.nextUpdateIn)
  return (
    <>
      <TextArea
        label="For customers, English"
        rows={2}
        maxLength={200}
        value={draft.en}
        onChange={(event) => onChange({ ...draft, en: event.target.value })}
      />
      <TextArea
        label="For customers, Hindi"
        lang="hi"
        rows={2}
        maxLength={200}
        value={draft.hi}
        onChange={(event) => onChange({ ...draft, hi: event.target.value })}
      />
      <Field
        label="Next update in (minutes)"
        inputMode="numeric"
        maxLength={4}
        value={draft.nextUpdateIn}
        error={minutes >= 5 && minutes <= 24 * 60 ? undefined : 'Between 5 and 1440 minutes.'}
        onChange={(event) => onChange({ ...draft, nextUpdateIn: event.target.value })}
      />
      {minutes > 0 && (
        <ShownMessage en={draft.en} hi={draft.hi} nextUpdateAt={Number(serverNow()) + minutes * 60_000} />
      )}
    </>
  )
}
