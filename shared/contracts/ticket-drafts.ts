import type { ReadLanguage } from './order-ticket.ts'

/**
 * Our canned replies to tickets, with their Hindi. An unedited one reaches its customer in their
 * language, on their page and by mail. An edited one is sent as typed.
 */
export const hindiReplies = {
  'The supplier confirms the delivery. Please restart the game and check again.':
    'सप्लायर के रिकॉर्ड में डिलीवरी दिख रही है। कृपया गेम दोबारा खोलकर एक बार फिर देखें।',
  'The supplier confirmed it was not delivered. Sorry for the delay.':
    'सप्लायर को कोई डिलीवरी नहीं मिली। आप सही थे; इंतज़ार के लिए हमें खेद है।',
  'The supplier confirmed it was not delivered. We’re sending it again now, free of charge.':
    'सप्लायर को कोई डिलीवरी नहीं मिली। हम इसे अभी दोबारा भेज रहे हैं, इसका कोई पैसा नहीं लगेगा।',
  'We need more time; the supplier hasn’t replied yet.':
    'हमें थोड़ा और समय चाहिए: सप्लायर ने अभी जवाब नहीं दिया है।',
  'Please tell us what you see in the game now and when you checked.':
    'कृपया बताएँ कि अभी गेम में क्या दिख रहा है, और आपने ठीक किस समय देखा।',
  'Please share your user ID exactly as shown in the game.':
    'कृपया अपनी यूज़र आईडी फिर जाँचें और यहाँ वैसे ही लिखें जैसे गेम में दिखती है।',
} as const satisfies Record<string, string>

/** A canned reply in the customer's language; any other text unchanged. */
export function replyInLanguage(text: string, language: ReadLanguage): string {
  return (language === 'hi' && (hindiReplies as Record<string, string>)[text]) || text
}
