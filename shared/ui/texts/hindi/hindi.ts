import { hindiReplies } from '../../../contracts/ticket-drafts.ts'
import type { transitionReasons } from '../../../contracts/transition-reasons.ts'
import { contacts } from './contacts.ts'
import { deletion } from './deletion.ts'
import { errors } from './errors.ts'
import { frame, home, install } from './frame.ts'
import { money, order, steps } from './order.ts'
import { parts } from './parts.ts'
import { pay } from './pay.ts'
import { deliveryTime, product, requests } from './product.ts'
import { proof } from './proof.ts'
import { report, traces } from './report.ts'
import { walletPages } from './wallet.ts'

/** Offers to customers whose order is later than promised. */
export const offer = {
  'You choose': 'आप चुनें',
  'Wait for it': 'इंतज़ार करें',
  'We’re still working on it. You’ll earn up to {points} points on delivery. You can change your mind later.':
    'हम अब भी इस पर काम कर रहे हैं। डिलीवरी पर आपको {points} तक पॉइंट मिलेंगे। आप बाद में अपना मन बदल सकते हैं।',
  'Our team goes on, and you can still change your mind.':
    'हमारी टीम काम जारी रखती है, और आप बाद में भी मन बदल सकते हैं।',
  Wait: 'इंतज़ार करें',
  'Refund {sum} now': 'अभी {sum} वापस लें',
  'Refund {sum} if it does not come': 'न आए तो {sum} वापस लें',
  'In your wallet within a second. The order ends then.': 'एक सेकंड में आपके वॉलेट में। ऑर्डर वहीं पूरा हो जाता है।',
  'Refund to wallet': 'वॉलेट में वापस लें',
  'You chose to wait. You’ll earn up to {points} points on delivery.':
    'आपने इंतज़ार करना चुना है। डिलीवरी पर {points} तक पॉइंट मिलेंगे।',
  'You chose to wait.': 'आपने इंतज़ार चुना।',
  'Changed your mind?': 'मन बदल गया?',
  'You chose the refund': 'आपने रिफ़ंड चुना',
  'Our team has it in hand just now. Unless it has been delivered, {sum} goes to your wallet after that.':
    'हमारी टीम अभी इस पर काम कर रही है। अगर डिलीवरी नहीं हुई है, तो उसके बाद {sum} आपके वॉलेट में जाएँगे।',
  'It is with the supplier. The moment it is sure that it will not come, {sum} is in your wallet.':
    'यह सप्लायर के पास है। जैसे ही तय हो कि यह नहीं आएगा, {sum} आपके वॉलेट में होंगे।',
  'No answer came. Choose once more: it happens only once.': 'जवाब नहीं आया। एक बार और चुनें: यह एक ही बार होगा।',
  'Your money and your order are as they were.': 'आपके पैसे और ऑर्डर वैसे ही हैं जैसे थे।',
}

/** Reward points on the buying path. */
export const points = {
  'You earn {points} points when it is delivered.': 'डिलीवरी पर आपको {points} पॉइंट मिलेंगे।',
  'You earned {points} points.': 'आपको {points} पॉइंट मिले।',
  '{points} points were taken back with the refund.': 'रिफ़ंड के साथ {points} पॉइंट वापस लिए गए।',
  '{points} points more because it came late.': 'देर से आने के लिए {points} पॉइंट और मिले।',
  'Redeem them': 'उन्हें भुनाएँ',
  redemption: 'पॉइंट भुनाना',
  'Still being worked on…': 'अभी काम चल रहा है…',
}

/** Notifications of orders on a device. */
export const push = {
  'Know it the second it arrives?': 'पहुँचते ही खबर चाहिए?',
  'We tell you when an order is delivered or its money comes back. Nothing else.':
    'ऑर्डर डिलीवर होने या पैसा वापस आने पर बताएँगे। और कुछ नहीं।',
  'Turn on': 'चालू करें',
  'Not now': 'अभी नहीं',
  'One moment': 'एक पल',
  Devices: 'डिवाइस',
  'Notifications are on': 'सूचनाएँ चालू हैं',
  'For this device. Turn them off any time under {devices}.': 'इस डिवाइस के लिए। {devices} में कभी भी बंद करें।',
  'Your browser blocks them': 'आपका ब्राउज़र इन्हें रोक रहा है',
  'Tap the lock beside the address, then Notifications, Allow. Until then we write to {email}.':
    'पते के पास ताले पर टैप करें, फिर Notifications, Allow। तब तक हम {email} पर लिखेंगे।',
  'Nothing was changed.': 'कुछ नहीं बदला।',
  'Your browser or its notification service did not let us. Try again later.':
    'आपके ब्राउज़र या उसकी सूचना सेवा ने अनुमति नहीं दी। बाद में फिर कोशिश करें।',
}

type Reason = (typeof transitionReasons)[keyof typeof transitionReasons][number]

/** Reasons for a refund or closing that an admin chose from the list. */
export const reasons = {
  'The player id does not exist.': 'यह प्लेयर आईडी मौजूद नहीं है।',
  'The account is of another region.': 'यह अकाउंट किसी दूसरे रीजन का है।',
  'The item is sold out at our supplier.': 'यह आइटम सप्लायर के पास खत्म हो गया है।',
  'Our supplier refused the order.': 'हमारे सप्लायर ने यह ऑर्डर नहीं लिया।',
  'You asked us to cancel it.': 'आपने इसे रद्द करने को कहा था।',
  'The payment was taken back by your bank.': 'आपके बैंक ने यह भुगतान वापस ले लिया।',
  'This order was placed twice, and the other one is delivered.':
    'यह ऑर्डर दो बार हुआ था, और दूसरा डिलीवर हो गया है।',
  'The order breaks our terms.': 'यह ऑर्डर हमारी शर्तों के ख़िलाफ़ है।',
} as const satisfies Record<Reason, string>

/** Messages about a report, on the order's page. */
export const talk = {
  'What was written': 'बातचीत',
  You: 'आप',
  'Add something': 'कुछ और लिखें',
  'Is that not right? Write to us until {time}: your report is open again then.':
    'क्या यह सही नहीं है? {time} तक लिखें: शिकायत फिर खुल जाएगी।',
  'Your message to our team': 'टीम के लिए आपका संदेश',
  'You can write {n} more message.': 'आप {n} संदेश और लिख सकते हैं।',
  'You can write {n} more messages.': 'आप {n} संदेश और लिख सकते हैं।',
  'Your message was not sent': 'संदेश भेजा नहीं जा सका',
  'Our team has written to you': 'हमारी टीम ने आपको लिखा है',
  'Your report is open: you hear from us by {time}, here and by e-mail.':
    'शिकायत खुली है: {time} तक यहाँ और ई-मेल पर जवाब मिलेगा।',
}

/** Delivered codes and texts, on an order's page. */
export const vault = {
  'Your code is here': 'आपका कोड यहाँ है',
  'Your {n} codes are here': 'आपके {n} कोड यहाँ हैं',
  'What you bought is here': 'आपने जो खरीदा वह यहाँ है',
  'Delivered in {span}. Only you can open it.': '{span} में डिलीवर। इसे सिर्फ़ आप खोल सकते हैं।',
  'Delivered in {span}. Only you can open them.': '{span} में डिलीवर। इन्हें सिर्फ़ आप खोल सकते हैं।',
  'They are in their place above, kept for you alone.': 'ये ऊपर अपनी जगह पर हैं, सिर्फ़ आपके लिए।',
  'It is in its place above, kept for you alone.': 'यह ऊपर अपनी जगह पर है, सिर्फ़ आपके लिए।',
  Code: 'कोड',
  '{label} {n} of {total}': '{label} {n}/{total}',
  'Keep it to yourself until you use it.': 'इस्तेमाल करने तक इसे किसी को न बताएँ।',
  hidden: 'छिपा है',
  Reveal: 'दिखाएँ',
  'Reveal {label}': '{label} दिखाएँ',
  'Opening it': 'खुल रहा है',
  Copy: 'कॉपी करें',
  'Copy {label}': '{label} कॉपी करें',
  'Hide {label}': '{label} छिपाएँ',
  'It hides by itself after a minute, or when you leave this page.':
    'एक मिनट बाद, या यह पेज छोड़ने पर, यह अपने-आप छिप जाएगा।',
  'It is only shown while you are online': 'यह सिर्फ़ ऑनलाइन रहने पर दिखता है',
  'It is never stored on the phone. Try again when the network is back.':
    'यह फ़ोन पर कभी नहीं रखा जाता। नेटवर्क आने पर फिर कोशिश करें।',
  'Each look is written down with time and device. Nobody has looked so far.':
    'हर बार देखना समय और डिवाइस के साथ लिखा जाता है। अब तक किसी ने नहीं देखा।',
  'Each look is written down with time and device.': 'हर बार देखना समय और डिवाइस के साथ लिखा जाता है।',
  'First opened: {time}': 'पहली बार खुला: {time}',
  'Who looked and when': 'किसने कब देखा',
} as const

export { hindiClock } from './hindi-clock.ts'

/** The Hindi of every text, by its English. Loaded as a file of its own, only by readers of Hindi. */
export const hindi = {
  ...parts,
  ...errors,
  ...frame,
  ...home,
  ...product,
  ...requests,
  ...pay,
  ...walletPages,
  ...order,
  ...steps,
  ...money,
  ...traces,
  ...report,
  ...talk,
  ...hindiReplies,
  ...reasons,
  ...vault,
  ...deliveryTime,
  ...push,
  ...install,
  ...points,
  ...offer,
  ...proof,
  ...contacts,
  ...deletion,
}
export type Hindi = typeof hindi
