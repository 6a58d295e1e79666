import { hindiReplies } from '../../../contracts/ticket-drafts.ts'
import type { transitionReasons } from '../../../contracts/transition-reasons.ts'
import { account } from './account.ts'
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
import { signIn } from './sign-in.ts'
import { topUp, walletPages } from './wallet.ts'

/** Offers to customers whose order is later than promised. */
export const offer = {
  'Your choice': 'आप चुनें',
  'Keep waiting': 'इंतज़ार करें',
  'We’re still working on it. You’ll earn up to {points} points on delivery. You can change your mind later.':
    'हम अब भी इस पर काम कर रहे हैं। डिलीवरी पर आपको {points} तक पॉइंट मिलेंगे। आप बाद में अपना मन बदल सकते हैं।',
  'We’re still working on it. You can change your mind later.':
    'हम अब भी इस पर काम कर रहे हैं। आप बाद में फ़ैसला बदल सकते हैं।',
  'Refund {sum} now': '{sum} अभी रिफंड लें',
  'Refund {sum} if it isn’t delivered': 'डिलीवर न हो तो {sum} रिफंड लें',
  'Added to your wallet instantly. The order is closed.': 'पैसे तुरंत वॉलेट में आ जाएँगे। ऑर्डर बंद हो जाएगा।',
  'Refund to wallet': 'वॉलेट में रिफंड लें',
  'You chose to wait. You’ll earn up to {points} points on delivery.':
    'आपने इंतज़ार करना चुना है। डिलीवरी पर {points} तक पॉइंट मिलेंगे।',
  'You chose to wait.': 'आपने इंतज़ार करना चुना है।',
  'Changed your mind?': 'फ़ैसला बदलना है?',
  'You requested a refund': 'आपने रिफंड माँगा',
  'Our team is working on it right now. If it isn’t delivered, {sum} will be refunded to your wallet.':
    'हमारी टीम अभी इस पर काम कर रही है। डिलीवरी नहीं हुई, तो {sum} आपके वॉलेट में रिफंड होंगे।',
  'It’s with the supplier. As soon as it’s confirmed as not delivered, {sum} is refunded to your wallet.':
    'ऑर्डर सप्लायर के पास है। जैसे ही कन्फ़र्म होगा कि डिलीवरी नहीं हुई, {sum} आपके वॉलेट में रिफंड हो जाएँगे।',
  'No response. Choose again, it won’t happen twice.': 'जवाब नहीं मिला। दोबारा चुनें, यह दो बार नहीं होगा।',
  'Nothing has changed.': 'कुछ नहीं बदला।',
}

/** Reward points on the buying path. */
export const points = {
  'Earn {points} points on delivery': 'डिलीवरी पर {points} पॉइंट पाएँ',
  'You earned {points} points.': 'आपको {points} पॉइंट मिले।',
  '{points} points were reversed with the refund.': 'रिफंड के साथ {points} पॉइंट वापस लिए गए।',
  '{points} extra points for the delay.': 'देरी के लिए {points} पॉइंट और मिले।',
  'Redeem points': 'पॉइंट रिडीम करें',
  redemption: 'पॉइंट रिडीम',
  'Processing…': 'प्रोसेस हो रहा है…',
}

/** Notifications of orders on a device. */
export const push = {
  'Get notified on delivery?': 'डिलीवरी होते ही नोटिफिकेशन चाहिए?',
  'Only for deliveries and refunds. No promotions.': 'सिर्फ़ डिलीवरी और रिफंड के नोटिफिकेशन। कोई प्रमोशन नहीं।',
  'Turn on': 'चालू करें',
  'Not now': 'अभी नहीं',
  'Please wait…': 'कृपया इंतज़ार करें…',
  Devices: 'डिवाइस',
  'Notifications are on': 'नोटिफिकेशन चालू हैं',
  'For this device. Turn off anytime in {devices}.': 'इस डिवाइस के लिए। {devices} में कभी भी बंद करें।',
  'Notifications are blocked': 'नोटिफिकेशन ब्लॉक हैं',
  'Tap the lock icon next to the address, then Notifications → Allow. Until then we’ll email {email}.':
    'एड्रेस के पास वाले लॉक आइकन पर टैप करें, फिर Notifications → Allow। तब तक हम {email} पर ईमेल करेंगे।',
  'Nothing was changed.': 'कुछ नहीं बदला।',
  'Couldn’t turn on notifications. Try again later.': 'नोटिफिकेशन चालू नहीं हो पाए। बाद में फिर से कोशिश करें।',
}

type Reason = (typeof transitionReasons)[keyof typeof transitionReasons][number]

/** Reasons for a refund or closing that an admin chose from the list. */
export const reasons = {
  'The player ID does not exist.': 'यह प्लेयर आईडी मौजूद नहीं है।',
  'The account is of another region.': 'यह अकाउंट किसी दूसरे रीजन का है।',
  'The item is sold out at our supplier.': 'यह आइटम सप्लायर के पास खत्म हो गया है।',
  'Our supplier refused the order.': 'सप्लायर ने ऑर्डर रिजेक्ट किया।',
  'You asked us to cancel it.': 'आपने इसे रद्द करने को कहा था।',
  'The payment was taken back by your bank.': 'आपके बैंक ने यह पेमेंट वापस ले लिया।',
  'This order was placed twice, and the other one is delivered.':
    'यह ऑर्डर दो बार हुआ था, और दूसरा डिलीवर हो गया है।',
  'The order breaks our terms.': 'यह ऑर्डर हमारी शर्तों के खिलाफ है।',
} as const satisfies Record<Reason, string>

/** Messages about a report, on the order's page. */
export const talk = {
  Messages: 'बातचीत',
  You: 'आप',
  'Write a message': 'मैसेज लिखें',
  'Not resolved? Reply by {time} to reopen your ticket.':
    'दिक्कत हल नहीं हुई? {time} तक जवाब देकर शिकायत फिर से खोलें।',
  'Your message to our team': 'हमारी टीम को मैसेज',
  '{n} message left': '{n} मैसेज और भेज सकते हैं',
  '{n} messages left': '{n} मैसेज और भेज सकते हैं',
  'Couldn’t send your message': 'मैसेज नहीं भेजा जा सका',
  'New message from our team': 'हमारी टीम का नया मैसेज',
  'Your ticket is open. We’ll reply by {time}, here and by email.':
    'शिकायत खुली है। {time} तक यहाँ और ईमेल पर जवाब मिलेगा।',
}

/** Delivered codes and texts, on an order's page. */
export const vault = {
  'Your code is here': 'आपका कोड यहाँ है',
  'Your {n} codes are here': 'आपके {n} कोड यहाँ हैं',
  'Your item is here': 'आपका आइटम यहाँ है',
  'Delivered in {span}. Only you can view it.': '{span} में डिलीवर। इसे सिर्फ़ आप देख सकते हैं।',
  'Delivered in {span}. Only you can view them.': '{span} में डिलीवर। इन्हें सिर्फ़ आप देख सकते हैं।',
  'Your codes are above. Only you can see them.': 'आपके कोड ऊपर हैं। इन्हें सिर्फ़ आप देख सकते हैं।',
  'Your code is above. Only you can see it.': 'आपका कोड ऊपर है। इसे सिर्फ़ आप देख सकते हैं।',
  Code: 'कोड',
  '{label} {n} of {total}': '{label} {n}/{total}',
  'Don’t share it until you’ve used it.': 'इस्तेमाल करने तक किसी से शेयर न करें।',
  hidden: 'छिपा है',
  Reveal: 'दिखाएँ',
  'Reveal {label}': '{label} दिखाएँ',
  Copy: 'कॉपी करें',
  'Copy {label}': '{label} कॉपी करें',
  'Hide {label}': '{label} छिपाएँ',
  'Hidden automatically after 1 minute or when you leave.': '1 मिनट बाद या पेज छोड़ने पर अपने-आप छिप जाएगा।',
  'Go online to view your code': 'कोड देखने के लिए ऑनलाइन आएँ',
  'Codes are never stored on your phone.': 'कोड आपके फ़ोन में कभी सेव नहीं होते।',
  'Every view is recorded. Not viewed yet.': 'हर बार देखने का रिकॉर्ड रहता है। अभी तक नहीं देखा गया।',
  'Every view is recorded.': 'हर बार देखने का रिकॉर्ड रहता है।',
  'First viewed: {time}': 'पहली बार देखा: {time}',
  'Viewed on': 'कब देखा गया',
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
  ...topUp,
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
  ...signIn,
  ...account,
  ...deletion,
}
export type Hindi = typeof hindi
