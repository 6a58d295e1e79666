import type { Notice, NoticeFacts } from './notice.ts'

/** A notice in words: what happened, then what it means and what comes next. Amounts carry ₹. */
export type NoticeWords = { subject: string; sentences: string[]; linkText: string; path: string }

export function noticeWords(notice: Notice): NoticeWords {
  const order = {
    path: `/confirmation?client_txn_id=${encodeURIComponent(notice.ref)}`,
    linkText: 'See your order',
  }
  switch (notice.kind) {
    case 'order_placed':
      return { ...order, ...placed(notice.facts) }
    case 'order_completed':
      return { ...order, ...completed(notice.facts) }
    case 'order_refunded':
      return { ...order, ...refunded(notice.facts) }
    case 'topup_received':
      return {
        path: `/walletconfirmation?client_txn_id=${encodeURIComponent(notice.ref)}`,
        linkText: 'See your wallet',
        ...received(notice.facts),
      }
  }
}

type Said = Pick<NoticeWords, 'subject' | 'sentences'>

function placed({ itemname, amountPaise, delivery, promisedBy }: NoticeFacts['order_placed']): Said {
  const by = timeInIndia(promisedBy)
  const next =
    delivery === 'instant'
      ? `The supplier has your order; most arrive within 1 minute. This one is promised by ${by}.`
      : `Our team delivers it by hand, by ${by}.`
  return {
    subject: `Paid: ${itemname}`,
    sentences: [`${rupeesText(amountPaise)} for ${itemname} has reached us.`, next],
  }
}

function completed({ itemname, account, tookMs }: NoticeFacts['order_completed']): Said {
  return {
    subject: `Delivered: ${itemname}`,
    sentences: [
      `${itemname} is delivered to ${account}, ${durationText(tookMs)} after your payment.`,
      'If something is missing, tell us within 48 hours.',
    ],
  }
}

function refunded(facts: NoticeFacts['order_refunded']): Said {
  const back = rupeesText(facts.amountPaise)
  const useIt = 'You can use the money at once.'
  switch (facts.cause) {
    case 'late':
      return {
        subject: `${back} is in your wallet`,
        sentences: [
          `${back} for ${facts.itemname} came after the order had closed. It is in your wallet.`,
          useIt,
        ],
      }
    case 'paid_twice':
      return {
        subject: `${back} is in your wallet`,
        sentences: [`You paid twice for ${facts.itemname}. Your second ${back} is in your wallet.`, useIt],
      }
    case 'wrong_amount':
      return {
        subject: `${back} is in your wallet`,
        sentences: [
          `${back} came instead of ${rupeesText(facts.pricePaise)} for ${facts.itemname}.`,
          `It is in your wallet; the order was not bought.`,
        ],
      }
    case 'refused':
    case 'by_admin':
      return {
        subject: `Refunded: ${facts.itemname}`,
        sentences: [`${back} for ${facts.itemname} is back in your wallet.`, ...because(facts.reason), useIt],
      }
  }
}

function because(reason: string): string[] {
  return reason === '' ? [] : [`Reason: ${reason.replace(/[.!?\s]+$/, '')}.`]
}

function received({ amountPaise, balancePaise }: NoticeFacts['topup_received']): Said {
  const amount = rupeesText(amountPaise)
  return {
    subject: `${amount} is in your wallet`,
    sentences: [
      `Your top-up of ${amount} has arrived.`,
      `Your wallet now holds ${rupeesText(balancePaise)}.`,
    ],
  }
}

/** ₹1,00,000 or ₹344.50 */
function rupeesText(paise: number): string {
  const digits = paise % 100 === 0 ? 0 : 2
  return `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

/** 9:12 pm, as a clock in India shows it */
function timeInIndia(moment: Date): string {
  return moment
    .toLocaleTimeString('en-IN', {
      timeZone: 'Asia/Kolkata',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    })
    .toLowerCase()
    .replace(/\s/, ' ')
}

function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
